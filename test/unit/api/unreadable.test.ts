import { classify } from '../../../nodes/shared/api/errors/classify';
import { answer, asked, failure, HTML, problemOf, write } from './problems';

describe('an answer that is no JSON', () => {
	it('of a proxy: that it is a page, and its title', () => {
		const problem = problemOf(answer(502, HTML, { 'content-type': 'text/html' }));

		expect(problem.message).toBe(
			'The service answered with an HTML page instead of JSON (status 502, "Sign in")',
		);
		expect(problem.advice).toMatch(/A proxy, a firewall or a log-in page may stand in between/);
	});

	it('of an unknown path: that there is none', () => {
		expect(problemOf(answer(404, HTML)).advice).toMatch(/There is no such path/);
	});

	it.each([
		[401, /Check the credential/],
		[429, /no room was left/],
		[403, /may not do this.*A proxy, a firewall/],
	])('of status %d: what the status means', (status, words) => {
		expect(problemOf(answer(status, HTML)).advice).toMatch(words);
	});

	it.each([
		['', /an empty answer \(status 200\)/],
		[' \n', /an empty answer/],
		['{"a":', /an answer that is not valid JSON/],
		['OK', /an answer that is not valid JSON/],
	])('where it was promised: %j', (text, words) => {
		const problem = problemOf(answer(200, text));

		expect(problem.message).toMatch(words);
		expect(problem.advice).toMatch(/base URL in the credential leads to the API/);
	});

	it('shows how it begins, but not all of it', () => {
		const { advice } = problemOf(answer(200, `{"a": ${'x'.repeat(10_000)}`));

		expect(advice).toContain('begins with: {"a": xxx');
		expect(advice.length).toBeLessThan(400);
	});

	it('is fine where nothing was promised', () => {
		expect(classify(answer(204, ''), asked({ emptyAllowed: true }))).toMatchObject({
			ok: true,
			body: {},
		});
		expect(classify(answer(200, 'OK'), asked({ emptyAllowed: true })).ok).toBe(false);
	});
});

describe('no answer', () => {
	it.each([
		['ENOTFOUND', /host name could not be resolved/, /name resolution/],
		['EAI_AGAIN', /host name could not be resolved/, /name resolution/],
		['ECONNREFUSED', /Nothing answers at the base URL/, /its port/],
		['EHOSTUNREACH', /Nothing answers at the base URL/, /base URL/],
		['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
		['SELF_SIGNED_CERT_IN_CHAIN', /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
		['CERT_HAS_EXPIRED', /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
		['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
		['EPROTO', /No secure connection/, /http:\/\/ instead of https:\/\//],
		['ERR_SSL_WRONG_VERSION_NUMBER', /No secure connection/, /http:\/\/ instead of https:\/\//],
		['TIMEOUT', /did not answer in time/, /Try again later/],
		['ECONNABORTED', /did not answer in time/, /Try again later/],
		['ECONNRESET', /connection broke before the answer was complete/, /Try again later/],
		['HPE_INVALID_CONSTANT', /The request failed/, /HPE_INVALID_CONSTANT: because/],
	])('%s: what happened and what to do', (code, message, advice) => {
		const problem = problemOf(failure(code));

		expect(problem.message).toMatch(message);
		expect(problem.advice).toMatch(advice);
		expect(problem.advice).toContain(`(${code}: because)`);
		expect(problem.httpCode).toBe(code);
	});
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
	])('that was accepted has succeeded, whatever its body: %j', (text, body) => {
		expect(classify(answer(200, text), write)).toMatchObject({ ok: true, body });
	});

	it('a read says nothing of the kind', () => {
		expect(problemOf(failure('ECONNRESET')).advice).not.toMatch(unknown);
		expect(problemOf(answer(500, {})).advice).not.toMatch(unknown);
	});
});
