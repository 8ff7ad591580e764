/** Leaves the loading of packages to Node, which keeps them for all test files of a worker. */
module.exports = {
	process: (_text, file) => ({
		code: `module.exports = globalThis.requirePackage(${JSON.stringify(file)});`,
	}),
};
