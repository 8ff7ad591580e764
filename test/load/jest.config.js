/** Thousands of executions in an n8n of the test's own. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/load'],
	globalSetup: '<rootDir>/test/prepareFolder.ts',
	globalTeardown: '<rootDir>/test/removePreparedFolder.ts',
	maxWorkers: 1,
	testTimeout: 3_600_000,
};
