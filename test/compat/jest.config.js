/** Several releases of n8n, one after another: nothing is shared between them. */
module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	roots: ['<rootDir>/test/compat'],
	maxWorkers: 1,
	testTimeout: 60_000,
};
