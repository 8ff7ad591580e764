/**
 * Jest gives each test file a realm of its own, in which it loads every package anew: n8n's engine takes
 * more than a second, in a hundred files. Here all files of a worker share Node's own realm, so that
 * packages are loaded once (see `packages.js`). The code of this repository is still loaded for each file.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** Jest compiles what it loads for the realm of the file; without one, it is compiled for Node's own. */
const realms = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
	compileFunction(
		code,
		parameters,
		realms.has(options?.parsingContext) ? { ...options, parsingContext: undefined } : options,
	);

/** Jest would put a copy in its place, which signals do not reach. */
const { process: ownProcess } = globalThis;
Object.defineProperty(globalThis, 'process', { get: () => ownProcess, set: () => undefined });

/** For `packages.js`. */
globalThis.requirePackage = require;

module.exports = class SharedRealm extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		realms.add(this.context);
		this.global = globalThis;
		const { moduleMocker, fakeTimersModern } = this;
		this.moduleMocker = new moduleMocker.constructor(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new fakeTimersModern.constructor({
			config: config.projectConfig,
			global: globalThis,
		});
		this.variables = { ...ownProcess.env };
	}

	/** What a file has set must not reach the next one. */
	async teardown() {
		for (const name of Object.keys(ownProcess.env)) delete ownProcess.env[name];
		Object.assign(ownProcess.env, this.variables);
		await super.teardown();
	}
};
