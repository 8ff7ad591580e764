/**
 * For `sharedRealm.js`, which has the figure of both: leaves the loading of packages to Node, which keeps them
 * for all test files of a worker. A global set-up runs outside of the workers, and loads them as they are.
 */
module.exports = {
	process: (text, file) => ({
		code: `if (globalThis.requirePackage) {
	module.exports = globalThis.requirePackage(${JSON.stringify(file)});
} else {
	(function () {${text}
	}).call(this);
}`,
	}),
};
