// Preloaded into n8n (node --require): writes a line with the objects that the process holds at each interval.
const { appendFileSync } = require('node:fs');
const Module = require('node:module');

/**
 * The objects that must not accumulate: their class, a method that is soon called on each instance, and
 * how much one of them holds.
 */
const WATCHED = {
	pacers: [
		'RateLimiter',
		'setLimit',
		({ queue: { urgent, queuesByRun } }) =>
			[urgent, ...queuesByRun.values()].reduce((sum, { length }) => sum + length, 0),
	],
	memories: [
		'ReceivedMessages',
		'claim',
		({ accepted, pending }) => Math.max(accepted.size, pending.size),
	],
	contexts: ['WebhookContext', 'getWebhookName', () => 1],
};
/** Weak references to the objects that were seen, by name, without those that are known to be gone. */
const seen = Object.fromEntries(Object.keys(WATCHED).map((name) => [name, []]));
/** By name: how many objects were ever seen. */
const totals = Object.fromEntries(Object.keys(WATCHED).map((name) => [name, 0]));

function watch(name, prototype, method) {
	const original = prototype[method];
	const known = new WeakSet();
	prototype[method] = function (...args) {
		if (!known.has(this)) {
			seen[name].push(new WeakRef(this));
			totals[name] += 1;
		}
		known.add(this);
		return original.apply(this, args);
	};
}

/** The package and n8n keep their classes to themselves: their code is loaded with a line that hands them over. */
const handOver = Symbol.for('soak');
globalThis[handOver] = (name, type) => watch(name, type.prototype, WATCHED[name][1]);

const load = Module._extensions['.js'];
Module._extensions['.js'] = function (module, file) {
	// The folder that n8n is installed in is named after the package as well.
	if (/\/node_modules\/(n8n-nodes-public-outreach|n8n-core)\//.test(file)) {
		const compile = module._compile;
		module._compile = (code, ...rest) => compile.call(module, code + linesFor(code), ...rest);
	}
	load.call(this, module, file);
};

function linesFor(code) {
	return Object.entries(WATCHED)
		.filter(([, [type]]) => new RegExp(`^class ${type}\\b`, 'm').test(code))
		.map(([name, [type]]) => `\n;globalThis[Symbol.for('soak')]('${name}', ${type});`)
		.join('');
}

function sample() {
	globalThis.gc();
	const { rss, heapUsed } = process.memoryUsage();
	const alive = Object.entries(WATCHED).map(([name, [, , held]]) => {
		seen[name] = seen[name].filter((reference) => reference.deref() !== undefined);
		const sizes = seen[name].map((reference) => held(reference.deref()));
		const largest = Math.max(0, ...sizes);
		return [name, { total: totals[name], alive: sizes.length, largest }];
	});
	const line = { at: Date.now(), rss, heapUsed, ...Object.fromEntries(alive) };
	appendFileSync(process.env.SOAK_FILE, `${JSON.stringify(line)}\n`);
}

// n8n starts further processes, which inherit its options: they are not what is measured.
if (process.argv[1]?.endsWith('n8n')) {
	setInterval(sample, Number(process.env.SOAK_EVERY_MS)).unref();
}
