import type { WireRequest } from '../../../nodes/shared/api/http/exchange';
import { classify } from '../../../nodes/shared/api/errors/classify';
import type { Cause } from '../../../nodes/shared/api/errors/problem';
import { response, asked, failure, HTML, problemOf, write } from './problems';

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
	[
		[401],
		{ error: 'Invalid' },
		/^Invalid \| Check .*full key, prefix.secret.*revoked or have expired$/,
	],
	[[401], '', /status 401 and gave no reason \| Check the credential/],
	[[401], 'Who are you?', /^Who are you\? \| Check the credential/],
	[[402], { error: 'Pay' }, /^Pay \| The plan, a quota or the credits/],
	[[403], { detail: 'No.' }, /^No\. \| .*Use the key of a user who has access/],
	[[404], { detail: 'No.' }, /^No\. \| Campaign step 7 was not found.* belongs to campaign \d+$/],
	[[429], { error: 'Too fast' }, /^Too fast \| .*rejected every request for 10 minutes, probably/],
	[[400], { name: ['Long.'] }, /^name: Long\. \| The service rejected the request\. Change what/],
	[[422], { detail: [{ message: 'Bad.' }] }, /^Bad\. \| .*rejected the request/],
	[[500, 503], { error: 'Oops' }, /^Oops \| The service failed\. Try again.* service's support$/],
	[OF_PROXY, '', /status 52\d and gave no reason \| The proxy in front of the/],
	[[304], '', /status 304 and gave no reason \| A cache between n8n/],
	[[405, 418], {}, /and gave no reason \| Check what was sent\. .*support/],
	[
		[413],
		HTML,
		/status 413, "Sign in"\) \| The request is too large.* Send less per request: .* A proxy/,
	],
	[[200, 201, 409], { success: false, error: 'No such thing' }, /^No such thing \| Check what/],
	[[200, 201], { error: 'No such thing', message: 'Look up' }, /^No such thing \| Look up/],
])('a refusal has words, advice and cause: %j %j', (statuses, body, words) => {
	for (const status of statuses) {
		const { message, advice, ...codes } = problemOf(response(status, body));

		expect(`${message} | ${advice}`).toMatch(words);
		expect(codes).toEqual({ httpCode: String(status), cause: causeOf(status) });
	}
});

describe('advice by what the service says and what was sent', () => {
	it('a value that is refused, with the field that it names', () => {
		const body = { message: 'Validation failed', name: 'This name is taken' };
		const { advice } = problemOf(response(400, body), asked({ body: { name: 'Pilot' } }));

		expect(advice).toMatch(/^name: This name is taken\. .*Change what its message names/);
	});

	it.each([
		[200, 'Cannot delete steps from an active campaign'],
		[400, 'The campaign is ACTIVE,\nso that its steps cannot be deleted'],
	])('a deletion from an ACTIVE campaign, status %d: %s', (status, error) => {
		const problem = problemOf(response(status, { success: false, error }), write);

		expect(problem).toMatchObject({ message: error, cause: undefined });
		expect(problem.advice).toMatch(
			/^Pause the campaign in the service first .* while it is ACTIVE$/,
		);
	});

	const MISSING_CAMPAIGN = 'Campaign not found';
	const campaignInBody = asked({ body: { campaign_id: 99 } }, 'lead-lists/7/add-to-campaign/');
	const at = (path: string) => asked({}, path);
	const people = (prospect_ids: number[]) =>
		asked({ body: { prospect_ids } }, 'lead-lists/7/add-leads/');

	it.each<[number, string, RegExp, WireRequest]>([
		[200, MISSING_CAMPAIGN, /^Campaign ID 1042 is not among the campaigns/, asked()],
		[404, MISSING_CAMPAIGN, /^Campaign ID 1042 is not among the campaigns/, asked()],
		[404, MISSING_CAMPAIGN, /^Campaign ID 99 is not among/, campaignInBody],
		[404, 'No Campaign matches the given query.', /^Campaign ID 99 is/, campaignInBody],
		[404, 'Campaign step not found: deleted or inactive', /^(?!.*(Campaign ID|Pause))/, asked()],
		[404, 'The campaign was deleted, or is not active', /^(?!.*(Campaign ID|Pause))/, asked()],
		[404, '', /^Prospect 8003 was not found.* lead ID of an incoming message/, at('chats/8003/x/')],
		[
			404,
			'',
			/^Campaign 103 was not found.* workspace of this API key$/,
			at('campaigns/103/steps/'),
		],
		[404, '', /^Lead list 7 or campaign 99 was not found\. Check these IDs/, campaignInBody],
		[404, '', /^Lead list 7 or one of the prospect IDs was/, people([1, 2])],
		[404, '', /^Lead list 7 or prospect 5 was not found/, people([5])],
		[404, '', /^Lead list 7 was not found\. Check the ID/, people([])],
		[404, '', /^API key key_7 was not found/, at('api-keys/key_7/revoke/')],
		[404, '', /^API key b81d07f2-0c1e was not found/, at('api-keys/b81d07f2-0c1e/rotate/')],
		[
			404,
			'',
			/^The service has no GET \/api\/v1\/public\/things\/\. If other operations work/,
			at('things/'),
		],
	])('status %d "%s": %s', (status, error, advice, request) => {
		const problem = problemOf(response(status, { success: false, error }), request);

		expect(problem).toMatchObject({ cause: 'configuration-invalid' });
		expect(problem.advice).toMatch(advice);
		if (error) expect(problem.message).toBe(error);
	});
});

describe('a plan, credits or a quota that do not cover the request', () => {
	const CREDITS = /^The plan, a quota or the credits .* do not cover this/;

	it.each([
		[403, 'Insufficient credits'],
		[400, 'You do not have enough credits: 300 required'],
		[403, 'Your plan does not include API access'],
		[409, 'Monthly quota exceeded'],
		[422, 'Upgrade your subscription to enrich leads'],
		[402, 'Pay'],
		[429, 'Daily message limit reached'],
		[429, 'Quota exceeded'],
		[429, 'You are out of credits'],
	])('status %d, "%s": not another key, nor other programs', (status, error) => {
		const problem = problemOf(response(status, { error }), write);

		expect(problem.advice).toMatch(CREDITS);
		expect(problem.advice).not.toMatch(/key|programs/i);
		expect(problem.cause).toBe('quota-exhausted');
	});

	it.each([
		[403, 'You may not see this campaign'],
		[400, 'plan: this field is required'.replace('required', 'unknown')],
		[429, 'Rate limit exceeded'],
		[429, 'Rate limit exceeded. Upgrade your plan for a higher limit'],
		[429, 'Quota exceeded: 50 requests per minute'],
		[429, 'Rate limit exceeded: 50 requests per minute, 5000 per day'],
	])('is not what status %d, "%s" speaks of', (status, error) => {
		expect(problemOf(response(status, { error }), write).advice).not.toMatch(CREDITS);
	});
});

describe('a proxy between n8n and the service', () => {
	it.each([{}, HTML, 'Proxy Authentication Required'])('that wants a password: %j', (body) => {
		const problem = problemOf(response(407, body), write);

		expect(problem.message).toMatch(/^The proxy .* asks for a user name and a password$/);
		expect(problem.advice).toMatch(/^Nothing reached the service\..*HTTPS_PROXY/);
		expect(problem.advice).not.toMatch(/base URL|may have/);
	});

	it.each([
		['UNKNOWN', 'Proxy connection ended before receiving CONNECT response'],
		['UNKNOWN', 'No header received from proxy CONNECT response'],
		[
			'ECONNRESET',
			'Client network socket disconnected before secure TLS connection was established',
		],
		['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.7:443'],
		['EACCES', 'connect EACCES 192.0.2.7:443'],
	])('a connection that was not made has sent nothing: %s, %s', (code, reason) => {
		const verdict = classify({ kind: 'failure', code, reason }, write);

		expect(verdict).toMatchObject({ problem: { isUnsent: true, httpCode: code } });
		expect(verdict.ok || verdict.problem.uncertain).toBeUndefined();
		expect(JSON.stringify(verdict)).toMatch(/Nothing was sent/);
	});

	it.each([
		['ECONNRESET', 'socket hang up'],
		['ETIMEDOUT', 'read ETIMEDOUT'],
		['ECONNRESET', 'read ECONNRESET'],
		['EPIPE', 'write EPIPE'],
	])('one that broke later may have: %s, %s', (code, reason) => {
		expect(classify({ kind: 'failure', code, reason }, write)).toMatchObject({
			problem: { uncertain: true },
		});
	});
});

describe('a response that is not JSON', () => {
	it.each(['text/csv', 'application/xml; charset=utf-8', 'application/pdf'])(
		'but %s: how to read it, and not that the base URL is wrong',
		(type) => {
			const problem = problemOf(response(200, 'id;name\n1;Zoe', { 'content-type': type }));

			expect(problem.message).toBe(
				`The service sent ${type.split(';')[0]} instead of JSON (status 200)`,
			);
			expect(problem.advice).toMatch(/Response Format set to Text or File.*begins with: id;name/);
			expect(problem.advice).not.toMatch(/base URL/);
		},
	);

	it.each<[number, RegExp, Cause | undefined]>([
		[200, /^A proxy, a firewall or a log-in page may stand in between/, undefined],
		[401, /Check the credential/, 'credential-invalid'],
		[403, /not allowed to do this.*A proxy, a firewall/, undefined],
		[404, /The service has no GET/, undefined],
		[429, /rejected every request/, 'rate-limited'],
		[502, /A proxy, a firewall or a log-in page/, 'temporarily-unavailable'],
	])('but a page with status %d: its title, and what the status means', (status, advice, cause) => {
		const problem = problemOf(response(status, HTML));

		expect(problem.message).toBe(
			`The service returned an HTML page instead of JSON (status ${status}, "Sign in")`,
		);
		expect(problem.advice).toMatch(advice);
		expect(problem.cause).toBe(cause);
	});

	it.each([
		['', /an empty response \(status 200\)/],
		[' \n', /an empty response/],
		['{"a":', /a response that is not valid JSON/],
	])('where it was promised: %j', (text, message) => {
		const problem = problemOf(response(200, text));

		expect(problem.message).toMatch(message);
		expect(problem.advice).toMatch(/base URL in the credential points to the API/);
	});

	it('shows how it begins, but not all of it', () => {
		const { advice } = problemOf(response(200, `{"a": ${'x'.repeat(10_000)}`));

		expect(advice).toContain('begins with: {"a": xxx');
		expect(advice.length).toBeLessThan(400);
	});

	it('is fine where nothing was promised', () => {
		const given = classify(response(204, ''), asked({ format: 'any' }));

		expect(given).toMatchObject({ ok: true, body: {} });
		expect(classify(response(200, 'OK'), asked({ format: 'any' })).ok).toBe(false);
		expect(classify(response(204, ''), asked())).toMatchObject({ ok: true, body: null });
	});
});

it.each<[string, RegExp, Cause?]>([
	['ENOTFOUND EAI_AGAIN', /host name could not be resolved \| .*name resolution/],
	[
		'ECONNREFUSED EHOSTUNREACH ENETUNREACH',
		/Nothing responds at the base URL \| .*base URL and its port/,
		'temporarily-unavailable',
	],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		/certificate is not trusted \| .*NODE_EXTRA_CA_CERTS/,
	],
	['EPROTO ERR_SSL_WRONG_VERSION_NUMBER', /No secure connection.* \| .*http:\/\/ instead of https/],
	['TIMEOUT ECONNABORTED', /did not respond in time \| Try again/, 'temporarily-unavailable'],
	['ECONNRESET', /connection broke before the response.* \| Try again/, 'temporarily-unavailable'],
	['HPE_INVALID_CONSTANT', /The request failed \| Try again later/],
])('no response, %s: what happened and what to do', (codes, words, ...[cause]) => {
	for (const code of codes.split(' ')) {
		const { message, advice, ...known } = problemOf(failure(code));

		expect(known).toEqual({ httpCode: code, cause });
		expect(`${message} | ${advice}`).toMatch(words);
		expect(advice).toContain(`(${code}: because)`);
	}
});

describe('a write', () => {
	const unknown = /may have carried this out/;

	it.each([
		failure('ECONNRESET'),
		failure('SOMETHING_NEW'),
		response(200, { message: 'Queued', error: 'Account is offline' }),
		response(500, { error: 'Oops' }),
		response(502, HTML),
		response(504, ''),
		response(201, HTML),
		response(408, {}),
		response(303, '', { location: '/elsewhere' }),
	])('whose response is lost may have happened, which is said: %j', (outcome) => {
		expect(problemOf(outcome, write).advice).toMatch(unknown);
	});

	it.each([
		failure('ENOTFOUND'),
		failure('ECONNREFUSED'),
		failure('CERT_HAS_EXPIRED'),
		response(400, { name: ['Bad.'] }),
		response(404, HTML),
		response(429, {}),
		response(307, '', { location: '/elsewhere' }),
		response(200, { success: false, error: 'No' }),
	])('that was refused or never sent has not: %j', (outcome) => {
		expect(problemOf(outcome, write).advice).not.toMatch(/may have|accepted/);
	});

	it.each([
		['', {}],
		['ok', 'ok'],
		['{"a":', '{"a":'],
		['null', null],
		['[]', []],
		['OK', 'OK', 'text/html; charset=utf-8'],
		['<p>Sent</p>', '<p>Sent</p>', 'text/html'],
		['', {}, 'text/html'],
	])('that was accepted succeeds, with any body: %j', (text, body, type = 'text/plain') => {
		const accepted = response(200, text, { 'content-type': type });

		for (const idempotent of [false, true]) {
			expect(classify(accepted, { ...write, idempotent })).toMatchObject({ ok: true, body });
		}
	});

	it('a read says nothing of the kind', () => {
		expect(problemOf(failure('ECONNRESET')).advice).not.toMatch(unknown);
		expect(problemOf(response(500, {})).advice).not.toMatch(unknown);
	});
});
