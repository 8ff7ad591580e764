import { endpoints, otherOperations } from './endpoints';
import { errors, limits } from './errors';
import { events } from './events';
import { extended } from './extended';
import type { Line, Section } from './line';

export type { Line, Section } from './line';

/** Everything that is known about the service, in the order of the reference. */
export const sections: Section[] = [endpoints, otherOperations, extended, errors, limits, events];

export const COVERAGE_FILE = 'docs/api-coverage.md';

const INTRODUCTION = [
	'# API coverage',
	'',
	'What the service is known to offer and to do, what serves it in this package, and the test that',
	"shows it. _Reference_ is the document of the service's public interface; _extended API_ are facts",
	'about the same interface from other public material; both are in [API facts](api-facts.md).',
	'',
	'This file is generated: change `dev/generated/coverage/`, then run `npx tsx dev/generated/main.ts`.',
	'A test fails when it differs from the code, and when an operation or a test that is named here is',
	'not there.',
].join('\n');

export function isOperation(served: string): boolean {
	return /^[a-z]\w+\.[a-z]\w+$/i.test(served);
}

/** The test file of an operation; its tests are there under the operation's name. */
export function testFileOf(operation: string): string {
	return `test/engine/operations/${operation.split('.')[0]}.test.ts`;
}

/** The whole table, as it is committed. */
export function coverageTable(): string {
	const tables = sections.map(({ title, note, lines }) => {
		const rows = [['line', 'served by', 'test', 'source'], ...lines.map(rowOf)];
		return [`## ${title}`, ...(note ? [note] : []), table(rows)].join('\n\n');
	});
	return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

function rowOf({ says, servedBy, tests = [], source }: Line): string[] {
	const served = servedBy.map((one) =>
		isOperation(one) ? ['`', one, '`'].join('') : link(one, one.split('/').slice(-1)),
	);
	const own = tests.length > 0 ? [] : servedBy.map((one) => link(testFileOf(one), [one]));
	const named = tests.map(([file, title]) => link(file, [title]));
	return [says, served.join(', '), [...own, ...named].join('; '), source];
}

function link(file: string, [text = file]: string[]): string {
	return `[${text}](../${file})`;
}

/** As prettier writes it: columns of equal width. */
function table(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_cell, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const lineOf = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = [], ...body] = rows;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}
