import { fs, path, repositoryRoot } from '../../../dev/platform';
import {
	anchorsOf,
	isWhole,
	linksIn,
	meaningsOf,
	pages,
	pathsNamedIn,
	read,
	sourceFiles,
} from './paths';

describe('docs/architecture.md', () => {
	const named = pathsNamedIn(read('docs/architecture.md'));

	it('names enough to be checked', () => {
		expect(named.length).toBeGreaterThan(40);
	});

	it.each(named)('names %s, which is there, and only once', (name) => {
		const meanings = meaningsOf(name);

		expect(meanings).not.toEqual([]);
		if (!name.includes('<')) expect(meanings).toHaveLength(1);
	});
});

describe('the state of the process', () => {
	/** At the outermost level: what is assigned again, or a collection that is empty at first. */
	const STATE = /^(export )?(let |const \w+ = new [A-Z]\w*(<.*>)?\(\);)/m;
	const section = /^## State of the process$.*?(?=^## )/ms.exec(read('docs/architecture.md'))?.[0];
	const listed = pathsNamedIn(section ?? '').flatMap(meaningsOf);
	const holders = sourceFiles.filter((file) => STATE.test(read(file)));

	it('was looked for', () => {
		expect(holders.length).toBeGreaterThanOrEqual(5);
	});

	it.each(holders)('is listed with its lifetime: %s', (file) => {
		expect(listed).toContain(file);
	});
});

describe.each(pages)('%s', (page) => {
	it('names files and folders that are there', () => {
		const named = pathsNamedIn(read(page));
		const files = named.filter((name) => isWhole(name) || /\/.*\.ts$/.test(name));

		expect(files.filter((name) => meaningsOf(name).length === 0)).toEqual([]);
	});

	it('links to what is there', () => {
		const missing = linksIn(read(page)).filter(({ file, anchor }) => {
			const target = file === '' ? page : path.posix.join(path.dirname(page), file);
			if (!fs.existsSync(path.join(repositoryRoot, target))) return true;
			return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
		});

		expect(missing).toEqual([]);
	});
});

describe('a name that is exported', () => {
	/** What a file declares at its top level; a name that is passed on is declared elsewhere. */
	const DECLARATION =
		/^(?<exported>export )?(?:abstract |async )*(?:class|const|enum|function|interface|let|type) (?<name>\w+)/gm;
	/** Operations are known by their resource, under the names that their files have: `campaign.get`. */
	const isOperation = (file: string, name: string) =>
		new RegExp(`/resources/\\w+/${name}\\.ts$`).test(file);
	const declared = sourceFiles.flatMap((file) =>
		[...read(file).matchAll(DECLARATION)]
			.map(({ groups: { name = '', exported } = {} }) => ({ name, exported }))
			.filter(({ name }) => !isOperation(file, name)),
	);
	const names = new Set(declared.flatMap(({ name, exported }) => (exported ? name : [])));

	it('has one meaning in both nodes, also within the files that keep a name to themselves', () => {
		const all = declared.map(({ name }) => name).filter((name) => names.has(name));
		const twice = all.filter((name, place) => all.indexOf(name) !== place);

		expect(names.size).toBeGreaterThan(100);
		expect(twice).toEqual([]);
	});
});
