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
		const ofReference = sections.filter((section) => section !== extended);
		expect(ofReference.map(({ title, lines: { length } }) => `${title}: ${length}`)).toEqual([
			'Endpoints: 8',
			'Other operations: 8',
			'Errors: 7',
			'Limits: 4',
			'Events: 9',
		]);
	});

	it('names every operation in a line of dev/generated/coverage/, and none that there is not', () => {
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
		const file = testFileOf(operation);
		expect([file, read(file).includes(`describe('${operation}'`)]).toEqual([file, true]);
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
			const text = docstring(operation);
			expect([operation, /\/\*\* Reference, [^]*\*\/\nexport const/.test(text)]).toEqual([
				operation,
				true,
			]);
		},
	);

	it.each(
		extended.lines.flatMap(({ servedBy, source }) => servedBy.map((one) => [one, source] as const)),
	)('is said to be an extension in the file of %s', (operation, source) => {
		const section = source.replace('extended API, ', '');
		const text = docstring(operation);
		// An operation of the reference may have a path beside it that is an extension.
		const cited = /\/\*\* [^]*[Ee]xtended API, [^]*\*\/\nexport const/.test(text);
		expect({
			[`its docstring cites "Extended API, ${section}"`]:
				cited && text.includes(`xtended API, ${section}`),
			'docs/extended-operations.md names it': read('docs/extended-operations.md').includes(
				`\`${operation}\``,
			),
		}).toEqual({
			[`its docstring cites "Extended API, ${section}"`]: true,
			'docs/extended-operations.md names it': true,
		});
	});

	it('is the reference or an extension, for every operation', () => {
		const sourced = [endpoints, otherOperations, extended].flatMap((section) =>
			section.lines.flatMap(({ servedBy }) => servedBy),
		);
		expect([...new Set(sourced)].sort()).toEqual(registered.sort());
	});
});
