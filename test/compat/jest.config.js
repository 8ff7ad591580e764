/** Two n8n at a time: one keeps a core busy while it starts, and waits for the trigger otherwise. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/compat'],
	globalSetup: '<rootDir>/test/prepareFolder.ts',
	globalTeardown: '<rootDir>/test/removePreparedFolder.ts',
	maxWorkers: 2,
	testTimeout: 420_000,
};
