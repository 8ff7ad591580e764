/** Unit and engine tests. The other kinds, which drive an n8n of their own, have a file like this in their folders. */
const base = require('./test/jest.base');

module.exports = {
	...base,
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine'],
};
