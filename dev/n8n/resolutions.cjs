/**
 * Preloaded into n8n (server.ts): keeps what Node finds for each `require` inside n8n's installation, which never
 * changes, for the next start. Looking for it takes Node a fifth of a start.
 */
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** From node_modules/n8n/bin/n8n. */
const modules = path.join(fs.realpathSync(process.argv[1]), '..', '..', '..');
const file = path.join(modules, '..', 'resolutions.json');
/** By folder, and by what a module there asks for. */
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

process.on('exit', () => {
	if (isComplete) return;
	// Another process that starts at this moment reads either all or nothing of it.
	const written = `${file}.${process.pid}`;
	fs.writeFileSync(written, JSON.stringify(known));
	fs.renameSync(written, file);
});
