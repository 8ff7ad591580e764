import fc from 'fast-check';
import type { ApiClient } from '../../../nodes/shared/api/client';
import { sentences, toNodeError } from '../../../nodes/shared/api/errors/problem';
import { setWebhookUrl } from '../../../nodes/shared/webhook/setWebhook';
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

describe('words of the service never end twice', () => {
	it('in the message of a publication that fails', async () => {
		await fc.assert(
			fc.asyncProperty(said, async (message) => {
				const refusal = toNodeError(node, { message, advice: ['Check it'] });
				const object = async () => await Promise.reject(refusal);
				const client = { with: () => ({ object }) } as unknown as ApiClient;
				const setting = setWebhookUrl(client, null);

				await expect(setting).rejects.toThrow(/Check it$/);
				expect(refusal.message).not.toMatch(DOUBLED);
			}),
		);
	});
});
