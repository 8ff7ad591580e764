/** The real n8n of the end-to-end tests, seen through a browser; one n8n for all files of this folder. */
module.exports = {
	...require('../e2e/jest.config'),
	roots: ['<rootDir>/test/browser'],
	globalSetup: '<rootDir>/test/browser/globalSetup.ts',
	// Each has a browser beside the n8n.
	maxWorkers: 1,
};
