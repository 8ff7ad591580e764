import {
	COVERAGE_FILE,
	coverageTable,
	isOperation,
	sections,
	testFileOf,
} from '../../../dev/generated/coverage';
import { endpoints, otherOperations } from '../../../dev/generated/coverage/endpoints';
import { extended } from '../../../dev/generated/coverage/extended';
import { operations } from '../../../dev/generated/operations';
import { operationTables } from '../../../dev/generated/operationTables';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { cases } from '../../engine/operations/cases';
import { citationsIn, sectionsOf } from '../docs/citations';

const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
const registered = operations.map(({ id }) => id);
const lines = sections.flatMap((section) => section.lines);
const served = [...new Set(lines.flatMap(({ servedBy }) => servedBy))];
const servedOperations = served.filter(isOperation);
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

	it('names every operation, and none that there is not', () => {
		expect(servedOperations.sort()).toEqual(registered.sort());
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

	it.each(servedOperations)('has tests of %s', (operation) => {
		const file = testFileOf(operation);
		const isTested = read(file).includes(`describe('${operation}'`) || operation in cases;
		expect([operation, isTested]).toEqual([operation, true]);
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

describe('the tables of operations', () => {
	it.each([...operationTables()])('in %s are as they would be generated now', (file, page) => {
		expect(read(file)).toBe(page);
	});
});

describe('the source of an operation', () => {
	const sections = sectionsOf(read('docs/api-facts.md'));

	it.each(operations.map(({ id, source }) => [id, source]))(
		'of %s is a section of docs/api-facts.md: %s',
		(_id, source = '') => {
			const citations = citationsIn(source);
			expect(citations).not.toEqual([]);
			expect(citations.filter((citation) => !sections.includes(citation))).toEqual([]);
		},
	);

	it.each(endpoints.lines.flatMap(({ servedBy }) => servedBy))(
		'is the reference for %s',
		(operation) => {
			const { source } = operations.find(({ id }) => id === operation) ?? {};
			expect(source).toMatch(/^reference, /);
		},
	);

	it('is the reference or an extension, for every operation', () => {
		const sourced = [endpoints, otherOperations, extended].flatMap((section) =>
			section.lines.flatMap(({ servedBy }) => servedBy),
		);
		expect([...new Set(sourced)].sort()).toEqual(registered.sort());
	});
});
