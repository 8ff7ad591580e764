import { z } from 'zod';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { resources } from '../../../nodes/PublicOutreach/resources';

const FOLDER = path.join(repositoryRoot, 'nodes/PublicOutreach/resources');
const exported = z.record(z.unknown());

const folders = fs
	.readdirSync(FOLDER, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

const files = folders.flatMap((folder) =>
	fs
		.readdirSync(path.join(FOLDER, folder))
		.map((file) => ({
			folder,
			file,
			text: fs.readFileSync(path.join(FOLDER, folder, file), 'utf8'),
		}))
		// The others hold the fields of one operation, or of one resource.
		.filter(({ text }) => text.includes('= defineOperation(')),
);

describe('the registry', () => {
	it('was compared with something', () => {
		expect(folders.length).toBeGreaterThanOrEqual(7);
		expect(files.length).toBeGreaterThanOrEqual(22);
	});

	it('has a resource for every folder, by its name', () => {
		expect(resources.map(({ value }) => value).sort()).toEqual(folders.sort());
	});

	it.each(files)('has the operation of $folder/$file, by its name', async ({ folder, file }) => {
		const values = Object.values(exported.parse(await import(path.join(FOLDER, folder, file))));
		const resource = resources.find(({ value }) => value === folder);

		expect(values).toHaveLength(1);
		const registered = resource?.operations.find((operation) => operation === values[0]);
		expect(registered?.value).toBe(file.replace(/\.ts$/, ''));
	});

	it.each(files)('keeps $folder/$file short', ({ text }) => {
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

	it('has as many operations as there are files', () => {
		const count = resources.reduce((sum, { operations }) => sum + operations.length, 0);
		expect(count).toBe(files.length);
	});
});
