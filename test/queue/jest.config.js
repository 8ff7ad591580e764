/** Four layouts of n8n at a time: while one waits for a minute to pass, or a lock to run out, the others compute. */
module.exports = {
	...require('../load/jest.config'),
	roots: ['<rootDir>/test/queue'],
	maxWorkers: 4,
	testTimeout: 600_000,
};
