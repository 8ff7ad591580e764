import { isUnclosed } from '../../../nodes/shared/parameters/braces';
import { printedBy } from '../../../nodes/shared/parameters/printed';
import { referencesIn } from '../../../nodes/shared/parameters/references';
import { jsonProblem } from '../../../nodes/shared/parameters/invalidValue';
import {
	firstBraces,
	firstPlaceholder,
	placeholderProblem,
	protectPlaceholders,
} from '../../../nodes/shared/parameters/templates';
import { isBlank, toIds, toNames } from '../../../nodes/shared/parameters/values';

const READERS = {
	isUnclosed,
	printedBy,
	referencesIn,
	jsonProblem,
	firstBraces,
	firstPlaceholder,
	placeholderProblem,
	protectPlaceholders,
	isBlank,
	toIds,
	toNames,
};

/** Where the work grows by the square of the length, one of these takes longer than a test may. */
const LENGTH = 500_000;

describe.each(Object.entries(READERS))(
	'%s reads a long text in the time of many short ones',
	(_name, read) => {
		it.each([
			'{',
			'{{ ',
			'{{$',
			'}',
			'\\{{',
			' ',
			"'",
			'"',
			'`',
			'`${',
			',',
			'$a.',
			'/',
			'(',
			'{a',
			'-',
			'? :',
		])('of %j', (piece) => {
			const text = piece.repeat(LENGTH / piece.length);
			for (const one of [text, `{{${text}`, `{{${text}}}`, `x${text}x`]) {
				expect(() => read(one)).not.toThrow();
			}
		});
	},
);
