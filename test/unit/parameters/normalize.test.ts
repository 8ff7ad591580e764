import { comparable } from '../../../nodes/shared/normalize';

describe('names are the same', () => {
	it.each([
		['in every Unicode form', 'Zoe\u0308', 'Zo\u00EB'],
		['in every Unicode form of Korean', '\u1100\u1161', '\uAC00'],
		['with every apostrophe', 'O\u2019Brien', "O'Brien"],
		['with a modifier letter as apostrophe', 'O\u02BCBrien', "O'Brien"],
		['with every hyphen', 'Anne\u2011Marie', 'Anne-Marie'],
		['with a no-break space', 'Jane\u00A0Doe', 'Jane Doe'],
		['with several spaces and lines', '  Jane \r\n\t Doe ', 'Jane Doe'],
		['with a carriage return at the end', 'Q4 founders\r', 'Q4 founders'],
		['with a mark of direction', '\u200FJane Doe\u202C', 'Jane Doe'],
		['with a zero-width space', 'Jane\u200B Doe', 'Jane Doe'],
		['with a byte order mark', '\uFEFFJane Doe', 'Jane Doe'],
		['with a soft hyphen', 'Lark\u00ADfield', 'Larkfield'],
		['with an invisible character between a letter and its mark', 'Zoe\u200B\u0308', 'Zo\u00EB'],
	])('%s', (_case, one, other) => {
		expect(comparable(one)).toBe(comparable(other));
	});

	it.each([
		['Jane Doe', 'JANE DOE'],
		['STRASSE', 'Stra\u00DFe'],
		[
			'\u03A3\u03A9\u039A\u03A1\u0391\u03A4\u0397\u03A3',
			'\u03C3\u03C9\u03BA\u03C1\u03B1\u03C4\u03B7\u03C3',
		],
		['ZOE\u0308', 'zo\u00EB'],
	])('in upper and lower case, if that is wanted: %s', (one, other) => {
		expect(comparable(one, { ignoreCase: true })).toBe(comparable(other, { ignoreCase: true }));
		expect(comparable(one)).not.toBe(comparable(other));
	});
});

it.each([
	['Zoe', 'Zo\u00EB'],
	['JaneDoe', 'Jane Doe'],
	['Leads Q4', 'Leads Q5'],
	['OBrien', "O'Brien"],
	['Leads 1/2', 'Leads \u00BD'],
])('names that look different differ: %s, %s', (one, other) => {
	expect(comparable(one, { ignoreCase: true })).not.toBe(comparable(other, { ignoreCase: true }));
});

it('nothing is left of a text without a visible character', () => {
	expect(comparable(' \u00A0\u200B\r\n')).toBe('');
});
