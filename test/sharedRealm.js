/**
 * With `packages.js`, the unit and engine tests take 0.28 of the processor time that they take with stock Jest.
 *
 * Jest gives each test file a realm of its own, in which it loads every package anew: n8n's engine takes
 * more than a second, in a hundred files. Here all files of a worker share Node's own realm, so that
 * packages are loaded once, and the code of this repository is compiled once. Its modules are still loaded
 * for each file, and their state with them. The parts that say so save that much of the time of unit tests.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** A tenth: V8 optimizes a function later than by default, since few gain by it. Node 24 has no such flag. */
if (process.version.startsWith('v20.')) v8.setFlagsFromString('--interrupt-budget=1000000');

/** A sixth: Jest compiles what it loads for the realm of the file; without one, it is compiled once, for Node's own. */
const realms = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
	if (!realms.has(options?.parsingContext)) return compileFunction(code, parameters, options);
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.loadModule;
	const loadModule = compileFunction(code, parameters, { ...options, parsingContext: undefined });
	compiled.set(options.filename, { code, loadModule });
	return loadModule;
};

/** By file: the function that Jest calls with a new `module` and `exports` wherever the file is loaded anew. */
const compiled = new Map();

/**
 * A tenth: Jest's test runner keeps in a storage to which test an unhandled error belongs, and Node would tell that
 * storage of every promise. Without it, such an error fails the file. Nothing that is tested here has storages.
 */
AsyncLocalStorage.prototype.run = (_store, callback, ...args) => callback(...args);

/** Jest would put a copy in its place, which signals do not reach. */
const { process: ownProcess } = globalThis;
Object.defineProperty(globalThis, 'process', { get: () => ownProcess, set: () => undefined });

/** Jest wraps it anew for each file. */
const { exit } = ownProcess;

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

	/** What a file has set must not reach the next one, nor what Jest keeps of it: handlers, which would still run, and tests. */
	async teardown() {
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (/^(EVENT_HANDLERS|JEST_STATE)/.test(symbol.description)) delete globalThis[symbol];
		}
		for (const name of Object.keys(ownProcess.env)) delete ownProcess.env[name];
		Object.assign(ownProcess.env, this.variables);
		ownProcess.exit = exit;
		await super.teardown();
	}
};
