/** Unit and engine tests. The other kinds, which drive an n8n of their own, have a file like this in their folders. */
const base = require('./test/jest.base');

/** Packages that take long to load, and are loaded once for all files of a worker. */
const LARGE = '(n8n-core|n8n-workflow|fastify|zod|fast-check)';

module.exports = {
	...base,
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine'],
	testEnvironment: '<rootDir>/test/sharedRealm.js',
	transform: { ...base.transform, [`/node_modules/${LARGE}/`]: '<rootDir>/test/packages.js' },
	transformIgnorePatterns: [`/node_modules/(?!${LARGE}/)`],
};
