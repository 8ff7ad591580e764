import { exampleFiles } from '../../../dev/n8n/examples';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { fields } from '../../../nodes/PublicOutreachTrigger/fields';
import { headingsOf, pages, read } from './paths';

it('keeps the README to 1,000 words: what only some readers need stands in docs/', () => {
	expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1000);
});

it('has a heading in docs/operations.md for every operation, resource by resource', () => {
	const headings = headingsOf(read('docs/operations.md'), 3);

	expect(headings).toEqual(
		resources.flatMap(({ name, operations }) =>
			operations.map((operation) => `${name}: ${operation.name}`),
		),
	);
});

it('explains every parameter and option of the trigger in docs/trigger.md', () => {
	const named = fields
		.flatMap((field) => [field, ...(field.options ?? [])])
		.flatMap((field) => ('displayName' in field && 'type' in field ? field : []))
		.filter(({ type }) => type !== 'collection' && type !== 'notice')
		.map(({ displayName }) => displayName);
	const page = read('docs/trigger.md');

	expect(named.length).toBeGreaterThan(4);
	expect(named.filter((name) => !new RegExp(`^\\| ${name} +\\|`, 'm').test(page))).toEqual([]);
});

it('lists every example in examples/README.md', () => {
	const listed = read('examples/README.md');

	expect(exampleFiles().filter((file) => !listed.includes(`](${file})`))).toEqual([]);
});

it.each(pages)('%s names N8N_WEBHOOK_URL wherever it names its old name', (page) => {
	const text = read(page);

	if (/`WEBHOOK_URL`/.test(text)) expect(text).toContain('`N8N_WEBHOOK_URL`');
});

it('shows each picture on a page', () => {
	const shown = pages.map(read).join();
	const pictures = fs.readdirSync(path.join(repositoryRoot, 'docs/images'));

	expect(pictures.length).toBeGreaterThan(5);
	expect(pictures.filter((picture) => !shown.includes(`images/${picture}`))).toEqual([]);
});
