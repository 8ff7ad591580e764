import fc from 'fast-check';
import { redactKey } from '../../../nodes/shared/api/http/redaction';

const visible = (from = 0x21) =>
	fc.integer({ min: from, max: 0x7e }).map((code) => String.fromCharCode(code));
const part = (minLength: number) =>
	fc.array(visible(), { minLength, maxLength: 40 }).map((all) => all.join(''));
const key = fc
	.tuple(part(1), part(8))
	.map(([prefix, secret]) => `${prefix.replaceAll('.', '-')}.${secret}`);

const inJson = (text: string) => JSON.stringify(text);
const escaped = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inPercent = (byte: number) => `%${byte.toString(16)}`;

/** The encodings in which a response may repeat a text. */
const ECHOES: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['as JSON', inJson],
	['as JSON of JSON', (text) => inJson(inJson(text))],
	['as PHP writes JSON', (text) => inJson(text).replaceAll('/', '\\/')],
	['as JSON of ASCII escapes', (text) => [...text].map(escaped).join('')],
	['in a URL', encodeURIComponent],
	['in a URL, all of it', (text) => [...Buffer.from(text)].map(inPercent).join('')],
	['in HTML', (text) => text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)],
];

describe('a key that a response repeats', () => {
	it.each(ECHOES)('is hidden %s', (_how, echo) => {
		fc.assert(
			fc.property(key, fc.string(), fc.string(), (apiKey, before, after) => {
				const secret = apiKey.slice(apiKey.indexOf('.') + 1);
				const hidden = redactKey(`${before}${echo(apiKey)}${after}`, apiKey);
				expect(hidden).toContain('***');
				expect(hidden).not.toContain(echo(apiKey));
				// The random text around may contain it by chance.
				if (!`${before}${after}`.includes(secret)) expect(hidden).not.toContain(secret);
			}),
		);
	});

	it.each([
		['but for its public prefix', '5f3a.the-secret', 'As 5f3a.the-secret is', 'As 5f3a.*** is'],
		['where only its secret half is', 'p.the.secret.half', 'Secret the.secret.half', 'Secret ***'],
		['at each occurrence', 'p.12345678', 'p.12345678 p.12345678 12345678', 'p.*** p.*** ***'],
		['as a whole when its secret may be a word', 'p.err', 'error in p.err', 'error in p.***'],
	])('is hidden %s', (_how, apiKey, text, hidden) => {
		expect(redactKey(text, apiKey)).toBe(hidden);
	});

	it('leaves JSON that was valid valid', () => {
		fc.assert(
			fc.property(key, fc.jsonValue(), (apiKey, value) => {
				const text = JSON.stringify({ value, apiKey, [apiKey]: 1, list: [`a${apiKey}b`] });
				expect(() => JSON.parse(redactKey(text, apiKey))).not.toThrow();
			}),
		);
	});
});
