/** What all kinds of tests have in common. */
const path = require('node:path');

/** Packages that take long to load, and are loaded once for all files of a worker. */
const LARGE = '(n8n-core|n8n-workflow|fastify|zod|fast-check|playwright-core)';

module.exports = {
	rootDir: path.resolve(__dirname, '..'),
	testEnvironment: '<rootDir>/test/sharedRealm.js',
	runtime: '<rootDir>/test/sharedRuntime.js',
	testMatch: ['**/*.test.ts'],
	testSequencer: '<rootDir>/test/slowestFirst.js',
	setupFiles: ['<rootDir>/test/properties.ts'],
	// By itself Jest leaves one core idle: half of a small machine.
	maxWorkers: '100%',
	// Nothing is judged by its duration: a busy machine must not fail a test.
	testTimeout: 120_000,
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
		[`/node_modules/${LARGE}/.*\\.[cm]?js$`]: '<rootDir>/test/packages.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!${LARGE}/)`],
};
