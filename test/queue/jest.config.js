/** Four layouts of n8n at a time: while one waits for a minute to pass, or a lock to run out, the others compute. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/queue'],
	globalSetup: '<rootDir>/test/prepareFolder.ts',
	globalTeardown: '<rootDir>/test/removePreparedFolder.ts',
	maxWorkers: 4,
	testTimeout: 600_000,
};
