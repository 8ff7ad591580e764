import { fs, path, repositoryRoot } from '../../dev/platform';

const NODES = path.join(repositoryRoot, 'nodes');

/** What a file exports where it is declared; a name that is passed on is declared elsewhere. */
const EXPORT =
	/^export (?:abstract |async )*(?:class|const|enum|function|interface|let|type) (\w+)/gm;

/** Operations are known by their resource, under the names that their files have: `campaign.get`. */
const isOperation = (file: string, name: string) =>
	path.basename(path.dirname(path.dirname(file))) === 'resources' &&
	path.basename(file) === `${name}.ts`;

function declarations(): Map<string, string[]> {
	const found = new Map<string, string[]>();
	const files = fs.readdirSync(NODES, { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((one) => one.endsWith('.ts')).sort()) {
		const source = fs.readFileSync(path.join(NODES, file), 'utf8');
		for (const [, name = ''] of source.matchAll(EXPORT)) {
			if (!isOperation(file, name)) found.set(name, [...(found.get(name) ?? []), file]);
		}
	}
	return found;
}

describe('a name that is exported', () => {
	it('has one meaning in both nodes', () => {
		const all = declarations();
		expect(all.size).toBeGreaterThan(100);
		expect([...all].filter(([, files]) => files.length > 1)).toEqual([]);
	});
});
