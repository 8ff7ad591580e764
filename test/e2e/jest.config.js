/** One n8n for all files of this folder, which therefore run one after another. */
module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
	maxWorkers: 1,
	testTimeout: 300_000,
};
