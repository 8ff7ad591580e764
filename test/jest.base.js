/** What all kinds of tests have in common. */
const path = require('node:path');

/** Packages that take long to load, and are loaded once for all files of a worker. */
const LARGE = '(n8n-core|n8n-workflow|fastify|zod|fast-check|playwright-core)';

/** Makes tests cheaper. `STOCK_JEST=1` leaves it out, as every night, so that it cannot hide anything. */
const cheaper = {
	testEnvironment: '<rootDir>/test/sharedRealm.js',
	transform: { [`/node_modules/${LARGE}/.*\\.[cm]?js$`]: '<rootDir>/test/packages.js' },
	transformIgnorePatterns: [`/node_modules/(?!${LARGE}/)`],
};
const { transform, ...settings } = process.env.STOCK_JEST ? {} : cheaper;

module.exports = {
	...settings,
	rootDir: path.resolve(__dirname, '..'),
	testMatch: ['**/*.test.ts'],
	setupFiles: ['<rootDir>/test/properties.ts'],
	// By itself Jest leaves one core idle: half of a small machine.
	maxWorkers: '100%',
	// Nothing is judged by its duration: a busy machine must not fail a test.
	testTimeout: process.env.STOCK_JEST ? 600_000 : 120_000,
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
		...transform,
	},
};
