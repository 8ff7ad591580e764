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

export const codeFiles = everything
	.map(({ name }) => name)
	.filter((name) => /^(nodes|credentials|dev|test)\/.*\.ts$/.test(name));

export const sourceFiles = codeFiles.filter((name) => /^(nodes|credentials)\//.test(name));

/** What is written for people: the pages. */
export const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...everything.map(({ name }) => name).filter((name) => /^(docs|examples)\/.*\.md$/.test(name)),
];

/** The headings of a level, as they stand. */
export function headingsOf(markdown: string, level: number): string[] {
	const pattern = new RegExp(`^#{${level}} (.+)$`, 'gm');
	return [...markdown.replace(FENCE, '').matchAll(pattern)].map(([, text = '']) => text);
}

/** What a link to a heading ends with, as GitHub makes it. */
function anchorOf(heading: string): string {
	const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
	return words.trim().replaceAll(' ', '-');
}

export function anchorsOf(markdown: string): string[] {
	return [1, 2, 3, 4].flatMap((level) => headingsOf(markdown, level).map(anchorOf));
}

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

/** The pages and pictures that a page links to, relative to itself, with their anchors; empty for itself. */
export function linksIn(markdown: string): Array<{ file: string; anchor?: string }> {
	const targets = [...markdown.matchAll(/(?:\]\(|src=")([^)"\s]+)/g)].map(([, to = '']) => to);
	const own = targets.filter((target) => !/^https?:/.test(target));
	return [...new Set(own)].map((target) => {
		const [file = '', anchor] = target.split('#');
		return { file, anchor };
	});
}
