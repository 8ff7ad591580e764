import { fs, path, repositoryRoot } from '../../../dev/platform';

export const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

/** Every folder and file below a folder, relative to the repository, as far as they are its own. */
function below(folder: string): Array<{ name: string; isFolder: boolean }> {
	const entries = fs.readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true });
	const own = entries.filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'));
	return own.flatMap((entry) => {
		const name = path.posix.join(folder, entry.name);
		const isFolder = entry.isDirectory();
		return [{ name, isFolder }, ...(isFolder ? below(name) : [])];
	});
}

const ROOTS = ['credentials', 'dev', 'docs', 'examples', 'icons', 'nodes', 'test'];
const everything = ROOTS.flatMap((root) => [{ name: root, isFolder: true }, ...below(root)]);
const topLevel = fs.readdirSync(repositoryRoot);

/** The folders below `nodes/` and `dev/` that have files; one that only has folders says nothing itself. */
export const sourceFolders = everything
	.filter(({ name, isFolder }) => isFolder && /^(nodes|dev)(\/|$)/.test(name))
	.map(({ name }) => name)
	.filter((folder) => everything.some(isFileIn(folder)));

function isFileIn(folder: string) {
	return ({ name, isFolder }: { name: string; isFolder: boolean }) =>
		!isFolder && path.posix.dirname(name) === folder;
}

export const codeFiles = everything
	.map(({ name }) => name)
	.filter((name) => /^(nodes|credentials|dev|test)\/.*\.ts$/.test(name));

export const sourceFiles = codeFiles.filter((name) => /^(nodes|credentials)\//.test(name));

/** What is written for people: the pages. */
export const pages = [
	'README.md',
	...everything.map(({ name }) => name).filter((name) => /^docs\/[^/]*\.md$/.test(name)),
];

/** A name as a pattern: `<resource>` stands for any one part of a path. */
export function patternOf(name: string): string {
	const plain = name.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return plain.replace(/<\w+>/g, '[^/]+');
}

/** Whether a name starts at the repository's root. */
export function isWhole(name: string): boolean {
	return topLevel.includes(name.split('/', 1).join());
}

/** What a name can mean: a path from the root, or the last part of one below `nodes/`. */
export function meaningsOf(name: string): string[] {
	const start = isWhole(name) ? '^' : '^nodes/(.+/)?';
	const pattern = new RegExp(`${start}${patternOf(name)}$`);
	const names = [...topLevel, ...everything.map((entry) => entry.name)];
	return [...new Set(names)].filter((candidate) => pattern.test(candidate));
}

const FENCE = /^```.*?^```$/gms;
const PATH = /^[\w.<>-]+(\/[\w.<>-]+)*\/?$/;
const FILE = /\.(ts|mjs|cjs|js|json|md|yml|svg|png)$/;

/** The files and folders that a page names as code. */
export function pathsNamedIn(markdown: string): string[] {
	const blocks = [...markdown.matchAll(FENCE)].flatMap(([block]) => block.split(/\s+/));
	const spans = [...markdown.replace(FENCE, '').matchAll(/`([^`]+)`/g)].map(([, span]) => span);
	const names = [...blocks, ...spans].flatMap((name) => name ?? []);
	const isPath = (name: string) => PATH.test(name) && (name.includes('/') || FILE.test(name));
	return [...new Set(names.filter(isPath))];
}

/** The pages and pictures that a page links to, relative to itself. */
export function linksIn(markdown: string): string[] {
	const targets = [...markdown.matchAll(/(?:\]\(|src=")([^)"\s]+)/g)].map(([, target]) => target);
	const own = targets.flatMap((target) => (target && !/^(https?:|#)/.test(target) ? target : []));
	return [...new Set(own.map((target) => target.split('#', 1).join()))];
}
