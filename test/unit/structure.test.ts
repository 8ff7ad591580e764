/** Which file imports which, types included: a reader who starts anywhere comes to an end. */
import { fs, path, repositoryRoot } from '../../dev/platform';
import { codeFiles, read } from './docs/paths';

type Graph = Map<string, Set<string>>;

const IMPORT = /\bfrom '(\.{1,2}\/[^']*)'/g;

function importsOf(file: string): string[] {
	return [...read(file).matchAll(IMPORT)].flatMap(([, to = '']) => {
		const target = path.posix.join(path.posix.dirname(file), to);
		const candidates = [`${target}.ts`, `${target}/index.ts`];
		return candidates.filter((name) => fs.existsSync(path.join(repositoryRoot, name)));
	});
}

function graphOf(edges: Array<[string, string]>): Graph {
	const graph: Graph = new Map();
	for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
	return graph;
}

/** Everything that something leads to, directly or not. */
function reachedFrom(start: string, graph: Graph): Set<string> {
	const reached = new Set<string>();
	const next = [start];
	for (let one = next.pop(); one !== undefined; one = next.pop()) {
		for (const to of graph.get(one) ?? []) {
			if (!reached.has(to)) next.push(to);
			reached.add(to);
		}
	}
	return reached;
}

const inCircles = (graph: Graph) =>
	[...graph.keys()].filter((name) => reachedFrom(name, graph).has(name));

const edges = codeFiles.flatMap((file) =>
	importsOf(file).map((to): [string, string] => [file, to]),
);
const below = (...roots: string[]) =>
	edges.filter((edge) => edge.every((file) => roots.some((root) => file.startsWith(`${root}/`))));

it('looked at something', () => expect(edges.length).toBeGreaterThan(1_500));

it('sees a circle', () => {
	const circle: Array<[string, string]> = [
		['a', 'b'],
		['b', 'c'],
		['c', 'b'],
	];

	expect(inCircles(graphOf(circle))).toEqual(['b', 'c']);
});

it('no kind of test uses a kind that uses it', () => {
	const kindOf = (file: string) => file.split('/').slice(0, 2).join('/');
	const kinds = below('test').map(([from, to]): [string, string] => [kindOf(from), kindOf(to)]);
	const others = kinds.filter(([from, to]) => from !== to);

	expect(others.length).toBeGreaterThan(10);
	expect(inCircles(graphOf(others))).toEqual([]);
});

it('no folder of nodes/ imports one that imports it', () => {
	const folders = below('nodes').map((edge) => edge.map((file) => path.posix.dirname(file)));
	const others = folders.flatMap(([from = '', to = '']): Array<[string, string]> =>
		from === to ? [] : [[from, to]],
	);

	expect(others.length).toBeGreaterThan(200);
	expect(inCircles(graphOf(others))).toEqual([]);
});

it('no file of nodes/ imports one that imports it', () => {
	expect(inCircles(graphOf(below('nodes')))).toEqual([]);
});

it('no file of dev/ imports one that imports it', () => {
	expect(inCircles(graphOf(below('dev')))).toEqual([]);
});
