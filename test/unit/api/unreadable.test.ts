import { classify } from '../../../nodes/shared/api/errors/classify';
import type { Cause } from '../../../nodes/shared/api/errors/problem';
import { answer, asked, failure, HTML, problemOf, write } from './problems';

describe('an answer that is no JSON', () => {
	it.each<[number, RegExp, Cause | undefined]>([
		[200, /A proxy, a firewall or a log-in page may stand in between/, undefined],
		[401, /Check the credential/, 'credential-invalid'],
		[403, /may not do this.*A proxy, a firewall/, undefined],
		[404, /There is no such path/, undefined],
		[429, /used up its limit/, 'rate-limited'],
		[502, /A proxy, a firewall or a log-in page/, 'temporarily-unavailable'],
	])('but a page with status %d: its title, and what the status means', (status, advice, cause) => {
		const problem = problemOf(answer(status, HTML));

		expect(problem.message).toBe(
			`The service answered with an HTML page instead of JSON (status ${status}, "Sign in")`,
		);
		expect(problem.advice).toMatch(advice);
		expect(problem.cause).toBe(cause);
	});

	it.each([
		['', /an empty answer \(status 200\)/],
		[' \n', /an empty answer/],
		['{"a":', /an answer that is not valid JSON/],
		['OK', /an answer that is not valid JSON/],
	])('where it was promised: %j', (text, message) => {
		const problem = problemOf(answer(200, text));

		expect(problem.message).toMatch(message);
		expect(problem.advice).toMatch(/base URL in the credential leads to the API/);
	});

	it('shows how it begins, but not all of it', () => {
		const { advice } = problemOf(answer(200, `{"a": ${'x'.repeat(10_000)}`));

		expect(advice).toContain('begins with: {"a": xxx');
		expect(advice.length).toBeLessThan(400);
	});

	it('is fine where nothing was promised', () => {
		const given = classify(answer(204, ''), asked({ format: 'any' }));

		expect(given).toMatchObject({ ok: true, body: {} });
		expect(classify(answer(200, 'OK'), asked({ format: 'any' })).ok).toBe(false);
		expect(classify(answer(204, ''), asked()).ok).toBe(false);
	});
});

it.each<[string, RegExp, Cause?]>([
	['ENOTFOUND EAI_AGAIN', /host name could not be resolved \| .*name resolution/],
	[
		'ECONNREFUSED EHOSTUNREACH ENETUNREACH',
		/Nothing answers at the base URL \| .*base URL and its port/,
		'temporarily-unavailable',
	],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		/certificate is not trusted \| .*NODE_EXTRA_CA_CERTS/,
	],
	['EPROTO ERR_SSL_WRONG_VERSION_NUMBER', /No secure connection.* \| .*http:\/\/ instead of https/],
	['TIMEOUT ECONNABORTED', /did not answer in time \| Try again/, 'temporarily-unavailable'],
	['ECONNRESET', /connection broke before the answer.* \| Try again/, 'temporarily-unavailable'],
	['HPE_INVALID_CONSTANT', /The request failed \| Try again later/],
])('no answer, %s: what happened and what to do', (codes, words, ...[cause]) => {
	for (const code of codes.split(' ')) {
		const { message, advice, ...known } = problemOf(failure(code));

		expect(known).toEqual({ httpCode: code, cause });
		expect(`${message} | ${advice}`).toMatch(words);
		expect(advice).toContain(`(${code}: because)`);
	}
});

describe('a write', () => {
	const unknown = /unknown whether the service carried this out/;

	it.each([
		failure('ECONNRESET'),
		failure('TIMEOUT'),
		failure('SOMETHING_NEW'),
		answer(500, { error: 'Oops' }),
		answer(502, HTML),
		answer(504, ''),
		answer(201, HTML),
		answer(408, {}),
		answer(303, '', { location: '/elsewhere' }),
	])('whose answer is lost may have happened, which is said: %j', (outcome) => {
		expect(problemOf(outcome, write).advice).toMatch(unknown);
	});

	it.each([
		failure('ENOTFOUND'),
		failure('ECONNREFUSED'),
		failure('CERT_HAS_EXPIRED'),
		answer(400, { name: ['Bad.'] }),
		answer(404, HTML),
		answer(429, {}),
		answer(307, '', { location: '/elsewhere' }),
		answer(200, { success: false, error: 'No' }),
	])('that was refused or never sent has not: %j', (outcome) => {
		expect(problemOf(outcome, write).advice).not.toMatch(/unknown|accepted/);
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
		const accepted = answer(200, text, { 'content-type': type });

		for (const idempotent of [false, true]) {
			expect(classify(accepted, { ...write, idempotent })).toMatchObject({ ok: true, body });
		}
	});

	it('a read says nothing of the kind', () => {
		expect(problemOf(failure('ECONNRESET')).advice).not.toMatch(unknown);
		expect(problemOf(answer(500, {})).advice).not.toMatch(unknown);
	});
});
