import type { Cause } from '../../../nodes/shared/api/errors/problem';
import { answer, asked, problemOf, write } from './problems';

describe('a refusal: the words of the service, what to do, and the cause for n8n', () => {
	it.each<[number, unknown, RegExp, Cause | undefined]>([
		[
			401,
			{ error: 'Missing API key', message: 'Provide X-API-Key header' },
			/^Missing API key \| Provide X-API-Key header\. The service found no valid API key\. Open/,
			'credential-invalid',
		],
		[
			401,
			{ error: 'Invalid API key provided' },
			/^Invalid API key provided \| Check the credential: .*whole prefix.secret.*revoked or .*expired/,
			'credential-invalid',
		],
		[401, '', /status 401 and gave no reason \| Check the credential/, 'credential-invalid'],
		[401, 'Who are you?', /^Who are you\? \| Check the credential/, 'credential-invalid'],
		[
			403,
			{ detail: 'No.' },
			/^No\. \| .*Use a key of a user who has access/,
			'configuration-invalid',
		],
		[
			404,
			{ detail: 'No.' },
			/^No\. \| Campaign step 7 was not found.* belongs to campaign \d+$/,
			'configuration-invalid',
		],
		[
			429,
			{ error: 'Rate limit exceeded' },
			/^Rate limit exceeded \| .*used up its limit for 10 minutes/,
			'rate-limited',
		],
		[400, { name: ['Long.'] }, /^name: Long\. \| The service refused a value\. Change/, undefined],
		[422, { detail: [{ message: 'Bad.' }] }, /^Bad\. \| .*refused a value/, undefined],
		...[500, 503].map((status): [number, unknown, RegExp, Cause] => [
			status,
			{ error: 'Oops' },
			/^Oops \| The service failed\. Try again.*contact the service's support$/,
			'temporarily-unavailable',
		]),
		[402, { error: 'Pay' }, /^Pay \| The plan or the credits/, 'quota-exhausted'],
		...Array.from({ length: 10 }, (_row, index): [number, unknown, RegExp, Cause] => [
			...([520 + index, '', /status 52\d and gave no reason \| The proxy before the/] as const),
			'temporarily-unavailable',
		]),
		[304, '', /status 304 and gave no reason \| A cache in between/, undefined],
		[418, {}, /status 418 and gave no reason \| $/, undefined],
		...[200, 201, 400, 409].map((status): [number, unknown, RegExp, undefined] => [
			status,
			{ success: false, error: 'No such thing' },
			/^No such thing \| /,
			undefined,
		]),
	])('%d %j', (status, body, words, cause) => {
		const problem = problemOf(answer(status, body));

		expect(`${problem.message} | ${problem.advice}`).toMatch(words);
		expect(problem).toMatchObject({ httpCode: String(status), cause });
	});

	it.each([200, 400, 403, 409])('a deletion from an ACTIVE campaign, status %d', (status) => {
		const error = 'Cannot delete steps from an active campaign';
		const problem = problemOf(answer(status, { success: false, error }), write);

		expect(problem).toMatchObject({ message: error, cause: undefined });
		expect(problem.advice).toMatch(/^Pause the campaign first: .* while it is ACTIVE$/);
	});

	it.each([200, 404])('a campaign that is not found, status %d', (status) => {
		const problem = problemOf(answer(status, { success: false, error: 'Campaign not found' }));

		expect(problem).toMatchObject({
			message: 'Campaign not found',
			cause: 'configuration-invalid',
		});
		expect(problem.advice).toMatch(/^Campaign ID 1042 is not among the campaigns/);
	});

	it('a campaign that is not found, where its ID stands in the body', () => {
		const sent = asked({ body: { campaign_id: 99 } }, 'lead-lists/7/add-to-campaign/');
		const problem = problemOf(answer(404, { error: 'Campaign not found' }), sent);

		expect(problem.advice).toMatch(/^Campaign ID 99 is not among/);
	});

	it('a prospect to write to who is not found, whose ID may be the lead ID of a message', () => {
		const sent = asked({}, 'chats/8003/send-message/');
		const problem = problemOf(answer(404, { detail: 'Not found.' }), sent);

		expect(problem.advice).toMatch(/^Prospect 8003 was not found.* lead ID of an incoming message/);
	});

	it.each([
		['api-keys/key_7/revoke/', /^API key key_7 was not found/],
		['api-keys/b81d07f2-0c1e/rotate/', /^API key b81d07f2-0c1e was not found/],
		['things/', /^There is no \/api\/v1\/public\/things\/ at this base URL/],
	])('a path that is not found, with an ID of any form: %s', (path, advice) => {
		expect(problemOf(answer(404, {}), asked({}, path)).advice).toMatch(advice);
	});

	it.each(['Campaign step not found', 'An inactive campaign cannot be started'])(
		'%s: nothing about campaigns that does not fit',
		(error) => {
			const problem = problemOf(answer(404, { error }));

			expect(problem.advice).not.toMatch(/Campaign ID|Pause/);
		},
	);
});
