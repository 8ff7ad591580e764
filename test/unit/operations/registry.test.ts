import { z } from 'zod';
import { operations } from '../../../dev/generated/operations';
import { operationRequests } from '../../../dev/generated/operationRequests';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { citationsIn } from '../docs/citations';
import { read, sourceFiles } from '../docs/paths';
import { resources } from '../../../nodes/PublicOutreach/resources';

const FOLDER = 'nodes/PublicOutreach/resources';
const exported = z.record(z.unknown());

const folders = fs
	.readdirSync(path.join(repositoryRoot, FOLDER), { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

const files = sourceFiles
	.filter((file) => file.startsWith(`${FOLDER}/`))
	.map((file) => ({ file, name: file.slice(FOLDER.length + 1, -'.ts'.length), text: read(file) }))
	// The others hold the fields of one operation, or of one resource.
	.filter(({ text }) => text.includes('= defineOperation('));

const registered = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => ({ name: `${value}/${operation.value}`, operation })),
);

describe('the registry, nodes/PublicOutreach/resources/index.ts,', () => {
	it('was compared with something', () => {
		expect(folders.length).toBeGreaterThanOrEqual(7);
		expect(files.length).toBeGreaterThanOrEqual(22);
	});

	it('has a resource for every folder, by its name', () => {
		expect(resources.map(({ value }) => value).sort()).toEqual(folders.sort());
	});

	it('has an operation for every file, by its name', () => {
		const names = registered.map(({ name }) => name);

		expect(names.sort()).toEqual(files.map(({ name }) => name).sort());
	});

	it.each(files)('has the operation $name, in a short file', async ({ file, name, text }) => {
		const values = Object.values(exported.parse(await import(path.join(repositoryRoot, file))));
		const found = registered.filter(({ operation }) => operation === values[0]);

		expect(values).toHaveLength(1);
		expect(found.map((one) => one.name)).toEqual([name]);
		expect(text.split('\n').length).toBeLessThan(80);
	});

	it('declares as reads those that send nothing but GET, and the search: its items are sent in parallel', () => {
		const operations = resources.flatMap((resource) => resource.operations);
		const reads = operations.filter(({ effect }) => effect === 'read');
		const safe = operations.filter(({ request }) => request.startsWith('GET '));

		expect(reads.map(({ action }) => action).sort()).toEqual(
			[...safe.map(({ action }) => action), 'Search prospects'].sort(),
		);
	});
});

/** The operations of the endpoints that the reference shows (reference, Endpoints). */
const OF_THE_REFERENCE = [
	'campaign.getAll',
	'campaign.update',
	'campaignStep.get',
	'campaignStep.delete',
	'chat.getAll',
	'leadList.getAll',
	'leadList.create',
	'webhook.set',
	'webhook.disable',
];

it.each([...operationRequests()])(
	'the requests in %s are as npx tsx dev/generated/main.ts writes them',
	(file, page) => {
		expect(read(file)).toBe(page);
	},
);

/** That the section is there: test/unit/docs/citations.test.ts. */
it.each(operations)('$id cites its source', ({ source }) => {
	expect(citationsIn(source)).not.toEqual([]);
});

it.each(OF_THE_REFERENCE)('%s stands on the reference', (id) => {
	expect(operations.find((operation) => operation.id === id)?.source).toMatch(/^reference, /);
});
