import { answer, problemOf, write } from './problems';
import type { Outcome } from '../../../nodes/shared/api/http/exchange';

describe('a refusal: the words of the service, and what to do', () => {
	it.each<[string, Outcome, string, RegExp]>([
		[
			'401 without a key',
			answer(401, { error: 'Missing API key', message: 'Provide X-API-Key header' }),
			'Missing API key',
			/^Provide X-API-Key header. The service found no valid API key. Open the credential/,
		],
		[
			'401 with a key that is not valid',
			answer(401, { error: 'Invalid API key provided' }),
			'Invalid API key provided',
			/^Check the credential: the API key must be the whole prefix.secret/,
		],
		[
			'401 without a body',
			answer(401, ''),
			'The service answered with status 401 and gave no reason',
			/^Check the credential/,
		],
		['401 in plain text', answer(401, 'Who are you?'), 'Who are you?', /^Check the credential/],
		[
			'403',
			answer(403, { detail: 'Forbidden.' }),
			'Forbidden.',
			/Use a key of a user who has access/,
		],
		['404', answer(404, { detail: 'Not found.' }), 'Not found.', /^Campaign step 7 was not found/],
		[
			'429 after the last try',
			answer(429, { error: 'Rate limit exceeded' }),
			'Rate limit exceeded',
			/no room was left within 10 minutes/,
		],
		[
			'400 with fields',
			answer(400, { name: ['Too long.'], timezone: ['Unknown.'] }),
			'name: Too long.',
			/^timezone: Unknown.. The service refused a value. Change the field that it names/,
		],
		['422', answer(422, { detail: [{ message: 'Bad.' }] }), 'Bad.', /refused a value/],
		[
			'500',
			answer(500, { error: 'Internal error' }),
			'Internal error',
			/^The service failed. Try again later/,
		],
		[
			'418 without words',
			answer(418, {}),
			'The service answered with status 418 and gave no reason',
			/^$/,
		],
	])('%s', (_what, outcome, message, advice) => {
		const problem = problemOf(outcome);

		expect(problem.message).toBe(message);
		expect(problem.advice).toMatch(advice);
		expect(problem.httpCode).toBe(String(outcome.kind === 'response' && outcome.status));
	});

	it.each([200, 201, 400, 404, 409])('success false with status %d', (status) => {
		const problem = problemOf(answer(status, { success: false, error: 'No such thing' }));

		expect(problem).toMatchObject({ message: 'No such thing', httpCode: String(status) });
	});

	it.each([200, 400, 403, 409])('a deletion from an ACTIVE campaign, status %d', (status) => {
		const error = 'Cannot delete steps from an active campaign';
		const problem = problemOf(answer(status, { success: false, error }), write);

		expect(problem).toMatchObject({ message: error });
		expect(problem.advice).toMatch(/^Pause the campaign first: .* while it is ACTIVE$/);
	});

	it.each([200, 404])('a campaign that is not found, status %d', (status) => {
		const problem = problemOf(
			answer(status, { success: false, error: 'Campaign not found' }),
			write,
		);

		expect(problem.message).toBe('Campaign not found');
		expect(problem.advice).toMatch(/^Campaign ID 1042 is not among the campaigns/);
	});

	it('a prospect to write to who is not found, whose ID may be the lead ID of a message', () => {
		const url = new URL('https://api.example.com/api/v1/public/chats/8003/send-message/');
		const request = { ...write.request, url };
		const problem = problemOf(answer(404, { detail: 'Not found.' }), { ...write, request });

		expect(problem.advice).toMatch(/^Prospect 8003 was not found.* lead ID of an incoming message/);
	});

	it('a campaign that is not found, where its ID stands in the body', () => {
		const request = {
			...write.request,
			url: new URL('https://api.example.com/api/v1/public/lead-lists/7/add-to-campaign/'),
			body: { campaign_id: 99 },
		};
		const problem = problemOf(answer(404, { error: 'Campaign not found' }), { ...write, request });

		expect(problem.advice).toMatch(/^Campaign ID 99 is not among/);
	});

	it.each(['Campaign step not found', 'An inactive campaign cannot be started'])(
		'%s: nothing about campaigns that does not fit',
		(error) => {
			const problem = problemOf(answer(404, { error }));

			expect(problem.advice).not.toMatch(/Campaign ID|Pause/);
		},
	);
});
