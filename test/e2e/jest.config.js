/**
 * One n8n for all files of this folder, six of which run at a time: they wait more than they compute, and
 * each has a service of its own, so that their triggers have nothing to do with each other.
 */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/e2e'],
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
	maxWorkers: 6,
	testTimeout: 300_000,
};
