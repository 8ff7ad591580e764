import { fs, path, repositoryRoot } from '../../../dev/platform';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { fields } from '../../../nodes/PublicOutreachTrigger/fields';

const readme = fs.readFileSync(path.join(repositoryRoot, 'README.md'), 'utf8');

/** The cells of the first table below a heading, without its head. */
function rowsBelow(heading: string): string[][] {
	const text = readme.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	return text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) => line.split('|').map((cell) => cell.trim()));
}

it('lists every operation in the README, resource by resource', () => {
	const listed = rowsBelow('## Operations').map(
		([, resource, operation = '']) => `${resource}: ${operation.replace(' \\*', '')}`,
	);

	expect(listed).toEqual(
		resources.flatMap(({ name, operations }) =>
			operations.map((operation) => `${name}: ${operation.name}`),
		),
	);
});

it('explains every parameter and option of the trigger in the README', () => {
	const named = fields
		.flatMap((field) => [field, ...(field.options ?? [])])
		.flatMap((field) => ('displayName' in field && 'type' in field ? field : []))
		.filter(({ type }) => type !== 'collection' && type !== 'notice')
		.map(({ displayName }) => displayName);
	const explained = rowsBelow('## Trigger').map(([, parameter]) => parameter);

	expect(named.length).toBeGreaterThan(4);
	expect(named.filter((name) => !explained.includes(name))).toEqual([]);
});
