/** More messages than n8n takes, in an n8n of each file's own. */
module.exports = {
	...require('../load/jest.config'),
	roots: ['<rootDir>/test/bursts'],
	maxWorkers: 2,
};
