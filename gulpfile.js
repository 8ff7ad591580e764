/**
 * `gulp build` makes `dist/`, all that is published; `gulp watch` remakes it whenever a source changes.
 * `n8n-node build` would make a file of each source, and copy every stray JSON and PNG.
 */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const swc = require('@swc/core');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { engines, n8n } = require('./package.json');

const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const ICONS = 'icons/*.svg';
const JSONS = ['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const BUNDLE = 'dist/index.js';
/** What n8n loads: it takes the class that is named as the file. */
const LOADED = [...n8n.credentials, ...n8n.nodes].map((file) => ({
	file,
	name: path.basename(file).split('.', 1)[0],
	source: file.replace(/^dist/, '.').replace(/\.js$/, ''),
}));

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** esbuild leaves out the types without a look at them. */
async function checkTypes() {
	const compiler = path.join(__dirname, 'node_modules/typescript-7/bin/tsc');
	const check = spawn(process.execPath, [compiler, '-p', 'tsconfig.json'], { stdio: 'inherit' });
	const [code, signal] = await once(check, 'close');
	// Left to gulp, one that was killed would pass.
	if (code !== 0) throw new Error(`The type check ended with ${code ?? signal}`);
}

/** One file for all that n8n loads, for they share state: the rate limiter of a key, who listens. */
async function bundle() {
	const exported = LOADED.map(({ name, source }) => `export { ${name} } from '${source}';`);
	const { outputFiles } = await esbuild.build({
		stdin: { contents: exported.join('\n'), resolveDir: __dirname },
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: engines.node.replace('>=', 'node'),
		// n8n has them, and must not get a second copy.
		external: ['n8n-workflow', 'zod'],
		charset: 'utf8',
	});
	// For stack traces. esbuild could keep the names as well, by a call each time that a closure is made.
	const kept = { keep_classnames: true, keep_fnames: true };
	// esbuild turns each class into one without a name, in a variable.
	const named = outputFiles[0].text.replace(
		/^var (\w+) = class (?={|extends )/gm,
		'var $1 = class $1 ',
	);
	const { code } = await swc.minify(named, {
		compress: kept,
		mangle: { ...kept, toplevel: true },
	});
	// With lines that are short enough to tell places apart.
	const options = {
		charset: 'utf8',
		minifyWhitespace: true,
		lineLimit: 120,
		banner: '"use strict";',
	};
	const short = await esbuild.transform(code, options);
	await mkdir(path.dirname(BUNDLE), { recursive: true });
	await writeFile(BUNDLE, short.code);
}

/** The files that package.json names, each with its class from the bundle. */
async function stubs() {
	for (const { file, name } of LOADED) {
		const from = path.posix.relative(path.posix.dirname(file), BUNDLE);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `exports.${name} = require('${from}').${name};\n`);
	}
}

const icons = () => src(ICONS, { base: '.' }).pipe(dest('dist'));

const jsons = () => src(JSONS, { base: '.' }).pipe(withoutSpaces()).pipe(dest('dist'));

function withoutSpaces() {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});
}

const compile = parallel(checkTypes, bundle);
const build = series(clean, parallel(compile, stubs, icons, jsons));

exports.clean = clean;
exports.build = build;
exports.watch = series(build, () => {
	watch(SOURCES, compile);
	watch(ICONS, icons);
	watch(JSONS, jsons);
});
exports.default = build;
