import fc from 'fast-check';
import { formatDuration, toNodeError } from '../../../nodes/shared/api/errors/problem';
import { sentences } from '../../../nodes/shared/sentences';
import { node } from './support';

const DOUBLED = /[.!?…:;,]\s*\./;

/** What a service may say: words, ended in any way. */
const said = fc
	.tuple(
		fc.array(fc.constantFrom('No', 'such', 'lead', 'v1.2', 'e.g. this'), { minLength: 1 }),
		fc.constantFrom('', '.', '..', '...', '. ', ' .', '.\n', '!', '?', '?!', '…', '….', ':', '!.'),
	)
	.map(([words, end]) => words.join(' ') + end);

const all = fc.array(said, { minLength: 1, maxLength: 4 });

describe('sentences', () => {
	it('never end twice', () => {
		fc.assert(fc.property(all, (texts) => expect(sentences(texts)).not.toMatch(DOUBLED)));
	});

	it('keep their words, in their order', () => {
		const wordsOf = (text: string) => text.match(/\w+/g);
		fc.assert(
			fc.property(all, (texts) => {
				expect(wordsOf(sentences(texts))).toEqual(wordsOf(texts.join(' ')));
			}),
		);
	});

	it.each([
		[['Gone.', 'Try again later'], 'Gone. Try again later'],
		[['Really?', 'Check it.'], 'Really? Check it'],
		[['…', '', 'Check it'], 'Check it'],
		[['It is as it is…', 'Check it'], 'It is as it is… Check it'],
	])('%j', (texts, text) => {
		expect(sentences(texts)).toBe(text);
	});
});

it.each([
	[1, '1 s'],
	[61_000, '61 s'],
	[119_001, '120 s'],
	[120_000, '2 min'],
	[600_000, '10 min'],
	[7_140_000, '119 min'],
	[7_200_000, '2 h'],
	[172_800_000, '2 days'],
	[Infinity, 'more than a year'],
])('a duration as text: %d ms is %s', (ms, words) => {
	expect(formatDuration(ms)).toBe(words);
});

/** That it carries nothing of the request: test/engine/api/key.test.ts. */
describe('the error that n8n shows', () => {
	const error = (message: string, httpCode?: string) =>
		toNodeError(node, { message, advice: ['Do this.', 'Then that'], httpCode }, 4);

	it('has the message, the advice, the code and the index of the item', () => {
		expect(error('Campaign not found', '404')).toMatchObject({
			name: 'NodeApiError',
			message: 'Campaign not found',
			description: 'Do this. Then that',
			httpCode: '404',
			context: { itemIndex: 4 },
		});
	});

	it.each([
		['There is a preexisting lead', '400'],
		['ETIMEDOUT at step 7', '400'],
		['See GETADDRINFO', '400'],
		['In our words', 'ECONNREFUSED'],
		['In our words', '429'],
	])('keeps the words and the code where n8n would put its own: %s, %s', (message, httpCode) => {
		expect(error(message, httpCode)).toMatchObject({ message, httpCode });
	});
});
