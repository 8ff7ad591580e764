import {
	COVERAGE_FILE,
	coverageTable,
	isOperation,
	sections,
	testFileOf,
} from '../../../dev/generated/coverage';
import { endpoints, otherOperations } from '../../../dev/generated/coverage/endpoints';
import { extended } from '../../../dev/generated/coverage/extended';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { resources } from '../../../nodes/PublicOutreach/resources';

const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
const registered = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => `${value}.${operation.value}`),
);
const lines = sections.flatMap((section) => section.lines);
const served = [...new Set(lines.flatMap(({ servedBy }) => servedBy))];
const operations = served.filter(isOperation);
const named = lines.flatMap(({ tests = [] }) => tests);

/** A title as it stands in a test file, whichever quotes it needs. */
const stands = (text: string, title: string) =>
	["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}${quote}`));

describe('the coverage table', () => {
	it('is committed as it would be generated now', () => {
		expect(read(COVERAGE_FILE)).toBe(coverageTable());
	});

	it('has every line of the reference', () => {
		expect(sections.map(({ title, lines: { length } }) => `${title}: ${length}`)).toEqual([
			'Endpoints: 8',
			'Other operations: 8',
			'Extended operations: 12',
			'Errors: 7',
			'Limits: 4',
			'Events: 9',
		]);
	});

	it('names every operation, and none that there is not', () => {
		expect(operations.sort()).toEqual(registered.sort());
	});

	it('serves every line, by something that exists', () => {
		for (const { says, servedBy } of lines)
			expect([says, servedBy.length > 0]).toEqual([says, true]);
		const files = served.filter((one) => !isOperation(one));
		expect(files.length).toBeGreaterThan(8);
		for (const file of files) {
			expect([file, fs.existsSync(path.join(repositoryRoot, file))]).toEqual([file, true]);
		}
	});

	it.each(operations)('has tests of %s under its name', (operation) => {
		expect(read(testFileOf(operation))).toContain(`describe('${operation}'`);
	});

	it('shows every line by a test that exists', () => {
		expect(named.length).toBeGreaterThan(15);
		for (const [file, title] of named) {
			expect([title, stands(read(file), title)]).toEqual([title, true]);
		}
		for (const { says, servedBy, tests = [] } of lines) {
			const isShown = tests.length > 0 || servedBy.every(isOperation);
			expect([says, isShown]).toEqual([says, true]);
		}
	});
});

describe('the source of an operation', () => {
	const docstring = (operation: string) => {
		const file = `nodes/PublicOutreach/resources/${operation.replace('.', '/')}.ts`;
		return read(file);
	};

	it.each(endpoints.lines.flatMap(({ servedBy }) => servedBy))(
		'is said to be the reference in the file of %s',
		(operation) => {
			expect(docstring(operation)).toMatch(/\/\*\* Reference, [^]*\*\/\nexport const/);
		},
	);

	it.each(
		extended.lines.flatMap(({ servedBy, source }) => servedBy.map((one) => [one, source] as const)),
	)('is said to be an extension in the file of %s', (operation, source) => {
		const section = source.replace('extended API, ', '');
		expect(docstring(operation)).toContain(`/** Extended API, ${section}`);
		expect(read('docs/extended-operations.md')).toContain(`\`${operation}\``);
	});

	it('is the reference or an extension, for every operation', () => {
		const sourced = [endpoints, otherOperations, extended].flatMap((section) =>
			section.lines.flatMap(({ servedBy }) => servedBy),
		);
		expect([...new Set(sourced)].sort()).toEqual(registered.sort());
	});
});
