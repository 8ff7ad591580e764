import { exampleFiles, readExample } from '../../../dev/n8n/example';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { fields } from '../../../nodes/PublicOutreachTrigger/fields';
import { pages, read } from './paths';

const readme = read('README.md');
const MOST_WORDS = 1900;

/** The cells of the first table below a heading, without its head. */
function rowsBelow(page: string, heading: string): string[][] {
	const text = page.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	return text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) => line.split('|').map((cell) => cell.trim()));
}

describe('the README', () => {
	it('has 1,900 words at most: where a row was added, shorten its text', () => {
		expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MOST_WORDS);
	});

	it('says before anything else for which service it is, and that nothing was checked there', () => {
		const [start = ''] = readme.split('\n## Install\n');
		const words = start.replaceAll(/\s+/g, ' ');

		expect(words).toContain('docs/api-facts.md');
		expect(words).toContain('docs/extended-operations.md#where-the-facts-come-from');
		expect(words).toContain('nothing was checked against a live account');
	});

	it('lists every operation, resource by resource', () => {
		const listed = rowsBelow(readme, '## Operations').map(
			([, resource, operation]) => `${resource}: ${operation}`,
		);

		expect(listed).toEqual(
			resources.flatMap(({ name, operations }) =>
				operations.map((operation) => `${name}: ${operation.name}`),
			),
		);
	});

	it('has eight rows of troubleshooting, and a link to the others', () => {
		expect(rowsBelow(readme, '## Troubleshooting')).toHaveLength(8);
		expect(readme).toContain('](docs/troubleshooting.md)');
	});
});

it('explains every parameter and option of the trigger in docs/trigger.md', () => {
	const named = fields
		.flatMap((field) => [field, ...(field.options ?? [])])
		.flatMap((field) => ('displayName' in field && 'type' in field ? field : []))
		.filter(({ type }) => type !== 'collection' && type !== 'notice')
		.map(({ displayName }) => displayName);
	const table = rowsBelow(read('docs/trigger.md'), '## Parameters');
	const explained = table.map(([, parameter]) => parameter);

	expect(named.length).toBeGreaterThan(4);
	expect(named.filter((name) => !explained.includes(name))).toEqual([]);
});

it('lists every example by its title in examples/README.md, and counts them in the README', () => {
	const listed = read('examples/README.md');
	const missing = exampleFiles().filter(
		(file) => !listed.includes(`[${readExample(file).name}](${file})`),
	);

	expect(missing).toEqual([]);
	expect(readme.replaceAll(/\s+/g, ' ')).toContain(`${exampleFiles().length} examples`);
});

it.each([...pages, 'CONTRIBUTING.md', 'examples/README.md'])(
	'%s names N8N_WEBHOOK_URL wherever it names WEBHOOK_URL',
	(page) => {
		const text = read(page).replaceAll(/\s+/g, ' ');
		const old = text.match(/`WEBHOOK_URL`/g) ?? [];

		expect(text.match(/`N8N_WEBHOOK_URL` \(before n8n 2\.41 `WEBHOOK_URL`\)/g) ?? []).toHaveLength(
			old.length,
		);
	},
);

it('shows each picture on a page', () => {
	const shown = [...pages, 'CONTRIBUTING.md'].map(read).join();
	const pictures = fs.readdirSync(path.join(repositoryRoot, 'docs/images'));

	expect(pictures.length).toBeGreaterThan(5);
	expect(pictures.filter((picture) => !shown.includes(`images/${picture}`))).toEqual([]);
});

describe('the page of operations', () => {
	it('says of each wish that the API does not show that it is not documented', () => {
		const rows = rowsBelow(read('docs/operations.md'), '## What the API does not show');

		expect(rows.length).toBeGreaterThan(15);
		for (const [, , answer] of rows) expect(answer).toMatch(/^not documented/);
	});
});
