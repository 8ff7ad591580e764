/** Three n8n at a time: one keeps a core busy while it starts, and waits for the trigger otherwise. */
module.exports = {
	...require('../jest.base'),
	roots: ['<rootDir>/test/compat'],
	maxWorkers: 3,
	testTimeout: 420_000,
};
