import { fs, path, repositoryRoot } from '../../dev/platform';

const NODES = path.join(repositoryRoot, 'nodes');

/** What a file declares at its top level; a name that is passed on is declared elsewhere. */
const DECLARATION =
	/^(?<exported>export )?(?:abstract |async )*(?:class|const|enum|function|interface|let|type) (?<name>\w+)/gm;

/** Operations are known by their resource, under the names that their files have: `campaign.get`. */
const isOperation = (file: string, name: string) =>
	path.basename(path.dirname(path.dirname(file))) === 'resources' &&
	path.basename(file) === `${name}.ts`;

/** The files that declare each name that one of them exports. */
function declarations(): Map<string, string[]> {
	const found = new Map<string, string[]>();
	const exported = new Set<string>();
	const files = fs.readdirSync(NODES, { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((one) => one.endsWith('.ts')).sort()) {
		const source = fs.readFileSync(path.join(NODES, file), 'utf8');
		for (const { groups: { name = '', exported: isExported } = {} } of source.matchAll(
			DECLARATION,
		)) {
			if (isOperation(file, name)) continue;
			found.set(name, [...(found.get(name) ?? []), file]);
			if (isExported) exported.add(name);
		}
	}
	return new Map([...found].filter(([name]) => exported.has(name)));
}

describe('a name that is exported', () => {
	it('has one meaning in both nodes, also within the files that keep a name to themselves', () => {
		const all = declarations();
		expect(all.size).toBeGreaterThan(100);
		expect([...all].filter(([, files]) => files.length > 1)).toEqual([]);
	});
});
