// Loaded into n8n before anything else (node --require): writes what the process holds, a line each time.
const { appendFileSync } = require('node:fs');
const Module = require('node:module');
const v8 = require('node:v8');

/** What must not pile up: the package's file, and the class in it. */
const TABLES = {
	pacers: ['nodes/shared/api/pacing.js', 'Pacer'],
	memories: ['nodes/PublicOutreachTrigger/deduplication.js', 'DeliveryMemory'],
	storeQueues: ['nodes/PublicOutreachTrigger/store.js', 'StoreQueue'],
};

function classOf(file, name) {
	const [module] = Object.entries(Module._cache)
		.filter(([path]) => path.includes('n8n-nodes-public-outreach') && path.endsWith(file))
		.map(([, loaded]) => loaded);
	return module?.exports[name];
}

/** Objects of that class that something still holds; none while the package is not loaded. */
function count([file, name]) {
	const found = classOf(file, name);
	return found === undefined ? 0 : v8.queryObjects(found, { format: 'count' });
}

function sample() {
	globalThis.gc();
	const { rss, heapUsed } = process.memoryUsage();
	const tables = Object.entries(TABLES).map(([key, place]) => [key, count(place)]);
	const line = { at: Date.now(), rss, heapUsed, ...Object.fromEntries(tables) };
	appendFileSync(process.env.SOAK_FILE, `${JSON.stringify(line)}\n`);
}

// n8n starts further processes, which inherit its options: they are not what is measured.
if (process.argv[1]?.endsWith('n8n')) {
	setInterval(sample, Number(process.env.SOAK_EVERY_MS)).unref();
}
