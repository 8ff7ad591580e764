/** Two files at a time: with three, queue, which runs beside it and takes longest, took longer still. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/compat'],
	globalSetup: '<rootDir>/test/prepareFolder.ts',
	globalTeardown: '<rootDir>/test/removePreparedFolder.ts',
	maxWorkers: 2,
	testTimeout: 420_000,
};
