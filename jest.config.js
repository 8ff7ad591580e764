/** Every kind of test is one folder below `test/`; `npm test` runs them one kind after another. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Nothing is judged by its duration: a busy machine must not fail a test.
	testTimeout: 120_000,
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
};
