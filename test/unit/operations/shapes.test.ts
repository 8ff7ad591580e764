import { MAX_BYTES, selected, simplified } from '../../../nodes/PublicOutreach/fields/shapes';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** That it has ten fields at most is tested in test/unit/guidelines/outputs.test.ts. */
describe('a simplified object', () => {
	it('is flat: a nested field under one name, objects left out, lists of texts as text', () => {
		const element = {
			id: 1,
			company: { id: 7, name: 'Larkfield' },
			tags: ['a', 'b'],
			history: [{ at: 1 }],
			email: null,
		};

		expect(simplified(element, ['id', 'company.name'])).toEqual({
			id: 1,
			company_name: 'Larkfield',
			tags: 'a, b',
			email: null,
		});
	});

	it('leaves out addresses of pictures, unless they are asked for', () => {
		const element = { id: 1, profile_picture_url: 'https://cdn.example/1.png' };

		expect(simplified(element, ['id'])).toEqual({ id: 1 });
	});

	it.each([
		['one long text', { id: 1, message: 'word '.repeat(2_000), email: 'a@example.com' }],
		['several', { id: 1, message: 'm'.repeat(900), headline: 'h'.repeat(900), email: 'a@b.ex' }],
		['letters of several bytes', { id: 1, message: '日本語'.repeat(900), email: 'a@b.example' }],
		['what JSON escapes', { id: 1, message: '"\n'.repeat(900), email: 'a@b.example' }],
	])('is cut to 1 KB where it has %s, and what is short stays whole', (_what, element) => {
		const short = simplified(element, ['id']);

		expect(bytes(short)).toBeLessThanOrEqual(MAX_BYTES);
		expect(short).toMatchObject({ id: 1, email: element.email });
		expect(short.message).toMatch(/…$/);
		expect(element.message.startsWith(String(short.message).slice(0, -1))).toBe(true);
	});

	it('never cuts a letter in two', () => {
		const { message } = simplified({ message: '👍'.repeat(700) }, []);

		expect(message).toMatch(/^(👍)+…$/u);
	});

	it('ends, also when there is nothing to cut', () => {
		const names = Array.from({ length: 10 }, (_, place) => `${'n'.repeat(200)}${place}`);
		const element = Object.fromEntries(names.map((name) => [name, 'short']));

		expect(simplified(element, [])).toEqual(element);
	});
});

describe('selected fields', () => {
	it('come in the order in which they were chosen, nested ones under one name', () => {
		const element = { id: 1, company: { name: 'Larkfield' }, email: 'a@b.example' };

		expect(JSON.stringify(selected(element, ['email', 'company.name', 'id']))).toBe(
			'{"email":"a@b.example","company_name":"Larkfield","id":1}',
		);
	});

	it('are null where the object lacks one, so that every item has the same fields', () => {
		expect(selected({ id: 1, company: null }, ['id', 'company.name', 'toString'])).toEqual({
			id: 1,
			company_name: null,
			toString: null,
		});
	});

	it('keep objects and lists as they are', () => {
		const element = { sending_window: { monday: { enabled: true } }, tags: ['a'] };

		expect(selected(element, ['sending_window', 'tags'])).toEqual(element);
	});
});
