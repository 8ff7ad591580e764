import type { WireRequest } from '../../../nodes/shared/api/http/exchange';
import type { Cause } from '../../../nodes/shared/api/errors/problem';
import { answer, asked, problemOf, write } from './problems';

/** The cause that n8n reads, by status; that of a 5xx is temporary. */
const CAUSES: Record<number, Cause> = {
	401: 'credential-invalid',
	402: 'quota-exhausted',
	403: 'configuration-invalid',
	404: 'configuration-invalid',
	429: 'rate-limited',
};
const causeOf = (status: number) => (status >= 500 ? 'temporarily-unavailable' : CAUSES[status]);
const MISSING = { error: 'Missing API key', message: 'Provide X-API-Key header' };
const OF_PROXY = Array.from({ length: 10 }, (_row, index) => 520 + index);

it.each<[number[], unknown, RegExp]>([
	[[401], MISSING, /^Missing API key \| Provide X-API-Key header\. The service found no .* Open/],
	[[401], { error: 'Invalid' }, /^Invalid \| Check .*whole prefix.secret.*revoked or expired$/],
	[[401], '', /status 401 and gave no reason \| Check the credential/],
	[[401], 'Who are you?', /^Who are you\? \| Check the credential/],
	[[402], { error: 'Pay' }, /^Pay \| The plan or the credits/],
	[[403], { detail: 'No.' }, /^No\. \| .*Use a key of a user who has access/],
	[[404], { detail: 'No.' }, /^No\. \| Campaign step 7 was not found.* belongs to campaign \d+$/],
	[[429], { error: 'Too fast' }, /^Too fast \| .*used up its limit for 10 minutes/],
	[[400], { name: ['Long.'] }, /^name: Long\. \| The service refused a value\. Change/],
	[[422], { detail: [{ message: 'Bad.' }] }, /^Bad\. \| .*refused a value/],
	[[500, 503], { error: 'Oops' }, /^Oops \| The service failed\. Try again.* service's support$/],
	[OF_PROXY, '', /status 52\d and gave no reason \| The proxy before the/],
	[[304], '', /status 304 and gave no reason \| A cache in between/],
	[[418], {}, /status 418 and gave no reason \| $/],
	[[200, 201, 400, 409], { success: false, error: 'No such thing' }, /^No such thing \| /],
])('a refusal has words, advice and cause: %j %j', (statuses, body, words) => {
	for (const status of statuses) {
		const { message, advice, ...codes } = problemOf(answer(status, body));

		expect(`${message} | ${advice}`).toMatch(words);
		expect(codes).toEqual({ httpCode: String(status), cause: causeOf(status) });
	}
});

describe('advice by what the service says and what was sent', () => {
	it.each([200, 400, 403, 409])('a deletion from an ACTIVE campaign, status %d', (status) => {
		const error = 'Cannot delete steps from an active campaign';
		const problem = problemOf(answer(status, { success: false, error }), write);

		expect(problem).toMatchObject({ message: error, cause: undefined });
		expect(problem.advice).toMatch(/^Pause the campaign first: .* while it is ACTIVE$/);
	});

	const MISSING_CAMPAIGN = 'Campaign not found';
	const campaignInBody = asked({ body: { campaign_id: 99 } }, 'lead-lists/7/add-to-campaign/');
	const at = (path: string) => asked({}, path);

	it.each<[number, string, RegExp, WireRequest]>([
		[200, MISSING_CAMPAIGN, /^Campaign ID 1042 is not among the campaigns/, asked()],
		[404, MISSING_CAMPAIGN, /^Campaign ID 1042 is not among the campaigns/, asked()],
		[404, MISSING_CAMPAIGN, /^Campaign ID 99 is not among/, campaignInBody],
		[404, 'No Campaign matches the given query.', /^Campaign ID 99 is/, campaignInBody],
		[404, 'Campaign step not found', /^(?!.*(Campaign ID|Pause))/, asked()],
		[404, 'An inactive campaign cannot be started', /^(?!.*(Campaign ID|Pause))/, asked()],
		[404, '', /^Prospect 8003 was not found.* lead ID of an incoming message/, at('chats/8003/x/')],
		[404, '', /^API key key_7 was not found/, at('api-keys/key_7/revoke/')],
		[404, '', /^API key b81d07f2-0c1e was not found/, at('api-keys/b81d07f2-0c1e/rotate/')],
		[404, '', /^There is no \/api\/v1\/public\/things\/ at this base URL/, at('things/')],
	])('status %d "%s": %s', (status, error, advice, request) => {
		const problem = problemOf(answer(status, { success: false, error }), request);

		expect(problem).toMatchObject({ cause: 'configuration-invalid' });
		expect(problem.advice).toMatch(advice);
		if (error) expect(problem.message).toBe(error);
	});
});
