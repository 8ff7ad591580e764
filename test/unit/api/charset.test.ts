import { decodeHeader, decodeText } from '../../../nodes/shared/api/http/charset';

const LATIN = Buffer.from('Zo\u00eb', 'latin1');
const UTF8 = Buffer.from('Zo\u00eb 🚀', 'utf8');

it.each<[Buffer, string | undefined, string]>([
	[LATIN, 'text/csv; charset=iso-8859-1', 'Zoë'],
	[LATIN, 'text/csv;charset="Windows-1252"', 'Zoë'],
	[LATIN, "text/csv; header=present; charset='LATIN1'", 'Zoë'],
	[LATIN, 'text/csv', 'Zoë'],
	[LATIN, 'application/json; charset=utf-8', 'Zoë'],
	[LATIN, undefined, 'Zoë'],
	[Buffer.from([0x80, 0x20, 0x31]), 'text/plain; charset=iso-8859-1', '€ 1'],
	[Buffer.from('Zoë', 'utf16le'), 'text/plain; charset=utf-16', 'Zoë'],
	[Buffer.from([0xcf, 0xd2, 0xc9]), 'text/plain; charset=koi8-r', 'ори'],
	[Buffer.from([0x82, 0xa0]), 'text/plain; charset=Shift_JIS', 'あ'],
	[UTF8, 'text/plain', 'Zoë 🚀'],
	[UTF8, 'text/plain; charset=nonsense', 'Zoë 🚀'],
	[UTF8, 'text/plain; charset=us-ascii-8', 'Zoë 🚀'],
	[Buffer.from('\ufeff{}', 'utf8'), 'application/json', '{}'],
	[UTF8.subarray(0, 7), 'text/plain', 'Zoë \ufffd'],
	[Buffer.from('Zoë \ufffd', 'utf8'), 'text/plain', 'Zoë \ufffd'],
	[Buffer.alloc(0), 'text/plain', ''],
])('%j as %s is %s', (bytes, contentType, text) => {
	expect(decodeText(bytes, contentType)).toBe(text);
});

it.each([
	['attachment; filename="Zo\u00c3\u00ab.csv"', 'attachment; filename="Zoë.csv"'],
	['attachment; filename="Zo\u00eb.csv"', 'attachment; filename="Zoë.csv"'],
	['attachment; filename="plain.csv"', 'attachment; filename="plain.csv"'],
	[undefined, undefined],
])('a header in raw UTF-8, or in Latin-1: %s', (value, text) => {
	expect(decodeHeader(value)).toBe(text);
});
