import { fs, path, repositoryRoot } from '../../platform';
import { endpoints, otherOperations } from './endpoints';
import { errors, limits } from './errors';
import { events } from './events';
import { table } from '../markdown';
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
	'This file is generated, from the operations and from `dev/generated/coverage/`, by',
	'`npx tsx dev/generated/main.ts`. A test fails when it differs from the code, and when an operation or a',
	'test that is named here is not there.',
].join('\n');

export function isOperation(served: string): boolean {
	return /^[a-z]\w+\.[a-z]\w+$/i.test(served);
}

const CASES_FILE = 'test/engine/operations/everyOperation.test.ts';

/** Where an operation is tested: under its name, or with what holds for all of them. */
export function testFileOf(operation: string): string {
	const own = `test/engine/operations/${operation.split('.')[0]}.test.ts`;
	const file = path.join(repositoryRoot, own);
	const hasOwn =
		fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes(`describe('${operation}'`);
	return hasOwn ? own : CASES_FILE;
}

/** The whole table, as it is committed. */
export function coverageTable(): string {
	const tables = sections.map(({ title, note, source, lines }) => {
		const rows = lines.map((line) => rowOf(line, line.source ?? source));
		const cells = [['line', 'served by', 'test', 'source'], ...rows];
		return [`## ${title}`, ...(note ? [note] : []), table(cells)].join('\n\n');
	});
	return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

function rowOf({ says, servedBy, tests = [] }: Line, source: string | undefined): string[] {
	if (source === undefined) throw new Error(`"${says}" has no source`);
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
