/** Whole layouts of n8n, which would slow each other down: one file after another. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/queue'],
	maxWorkers: 1,
	testTimeout: 600_000,
};
