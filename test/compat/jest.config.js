/** All three files at a time: what one waits for alone at the end, nothing else makes use of. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/compat'],
	globalSetup: '<rootDir>/test/prepareFolder.ts',
	globalTeardown: '<rootDir>/test/removePreparedFolder.ts',
	maxWorkers: 3,
	testTimeout: 420_000,
};
