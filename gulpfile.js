/**
 * `gulp build` makes `dist/`, all that is published; `gulp watch` remakes it whenever a source changes.
 * `n8n-node build` would copy every stray JSON and PNG; each kind of file has its own task here.
 */
const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src, watch } = require('gulp');

const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const ICONS = 'icons/*.svg';
const CODEX = 'nodes/**/*.node.json';
const SCHEMAS = 'nodes/**/__schema__/**/*.json';

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [compiler, '-p', 'tsconfig.json'], { stdio: 'inherit' });
}

const copy = (pattern, base) => src(pattern, { base, allowEmpty: true }).pipe(dest('dist'));

const icons = () => copy(ICONS, '.');
const codex = () => copy(CODEX, '.');
const schemas = () => copy(SCHEMAS, '.');

// A named function: gulp shows the name while it runs.
const named = (displayName, task) => Object.assign(task, { displayName });

const build = series(
	clean,
	parallel(compile, named('icons', icons), named('codex', codex), named('schemas', schemas)),
);

exports.clean = clean;
exports.build = build;
exports.watch = series(build, () => {
	watch(SOURCES, compile);
	watch(ICONS, icons);
	watch(CODEX, codex);
	watch(SCHEMAS, schemas);
});
exports.default = build;
