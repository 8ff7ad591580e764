/**
 * Preloaded into the n8n of tests that record no figures (server.ts), to save work that is the same in every start
 * and every statement.
 *
 * The file that Node finds for each `require` inside n8n's installation never changes, so it is kept for the
 * next start: the search takes Node a fifth of a start.
 */
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** From node_modules/n8n/bin/n8n. */
const modules = path.join(fs.realpathSync(process.argv[1]), '..', '..', '..');
const file = path.join(modules, '..', 'resolutions.json');
/** The files by folder, and by the name that a module there requires. */
const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
let isComplete = true;

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, isMain, options) {
	const from = parent?.filename;
	if (options !== undefined || !from?.startsWith(modules)) {
		return resolve.call(this, request, parent, isMain, options);
	}
	const inFolder = (known[path.dirname(from)] ??= {});
	if (Object.hasOwn(inFolder, request)) return inFolder[request];
	const resolved = resolve.call(this, request, parent, isMain, options);
	if (resolved.startsWith(modules)) {
		inFolder[request] = resolved;
		isComplete = false;
	}
	return resolved;
};

/**
 * TypeORM puts sqlite3 into its verbose mode, which keeps a stack and the arguments of every statement, to be
 * added to the error of one that fails.
 */
const load = Module._load;
Module._load = function (request, parent, isMain) {
	const exported = load.call(this, request, parent, isMain);
	if (request === 'sqlite3') exported.verbose = () => exported;
	return exported;
};

process.on('exit', () => {
	if (isComplete) return;
	// Another process that starts at this moment reads either all or nothing of it.
	const written = `${file}.${process.pid}`;
	fs.writeFileSync(written, JSON.stringify(known));
	fs.renameSync(written, file);
});
