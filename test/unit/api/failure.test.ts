import { classify } from '../../../nodes/shared/api/errors/classify';
import { toNodeError } from '../../../nodes/shared/api/errors/nodeError';
import type { Outcome } from '../../../nodes/shared/api/http/exchange';
import { request } from '../../../nodes/shared/api/http/request';
import { answer, asked, failure, HTML, PATH } from './problems';
import { node, scripted, type Reply } from './support';

const causeOf = (outcome: Outcome) => {
	const verdict = classify(outcome, asked());
	return verdict.ok ? undefined : verdict.problem.failure?.cause;
};

describe('why a request failed, as n8n reads it from an error', () => {
	it.each<[string, string, Outcome]>([
		['a key that is not valid', 'credential-invalid', answer(401, { error: 'Invalid API key' })],
		['a key that is missing', 'credential-invalid', answer(401, { error: 'Missing API key' })],
		['no permission', 'configuration-invalid', answer(403, { error: 'Not yours' })],
		['an ID that is unknown', 'configuration-invalid', answer(404, { detail: 'Not found.' })],
		[
			'a campaign that is unknown, whatever the status',
			'configuration-invalid',
			answer(200, { success: false, error: 'Campaign not found' }),
		],
		['the rate limit', 'rate-limited', answer(429, { error: 'Rate limit exceeded' })],
		['a service that is down', 'temporarily-unavailable', answer(503, { error: 'Maintenance' })],
		['a gateway without a service', 'temporarily-unavailable', answer(502, HTML)],
		['a refused connection', 'temporarily-unavailable', failure('ECONNREFUSED')],
		['a broken connection', 'temporarily-unavailable', failure('ECONNRESET')],
		['an answer that does not come', 'temporarily-unavailable', failure('TIMEOUT')],
	])('%s: %s', (_what, cause, outcome) => {
		expect(causeOf(outcome)).toBe(cause);
	});

	it.each<[string, Outcome]>([
		['a value that is refused', answer(400, { name: ['Too long.'] })],
		['an ACTIVE campaign', answer(409, { error: 'Cannot delete steps from an active campaign' })],
		['a refusal in words alone', answer(200, { success: false, error: 'No' })],
		['a page of somebody in between', answer(403, HTML)],
		['a page in place of JSON', answer(200, HTML)],
		['a name that does not resolve', failure('ENOTFOUND')],
		['a certificate that is not trusted', failure('CERT_HAS_EXPIRED')],
	])('%s: n8n gets no cause', (_what, outcome) => {
		expect(causeOf(outcome)).toBeUndefined();
	});
});

describe('the wait that the service asks for', () => {
	const failureAfter = async (...replies: Reply[]) => {
		const { connection, clock } = scripted(replies);
		const url = new URL(PATH, 'https://service.invalid');
		const verdict = await clock.until(request(connection, 'POST', url));
		if (verdict.ok) throw new Error('It was no problem');
		return toNodeError(node, verdict.problem).failure;
	};

	it.each([
		[429, '3600', { cause: 'rate-limited', retryAfterMs: 3_600_000 }],
		[503, '120', { cause: 'temporarily-unavailable', retryAfterMs: 120_000 }],
	])('goes along with a %d', async (status, after, expected) => {
		const headers = { 'retry-after': after };

		expect(await failureAfter({ status, headers, body: { error: 'Later' } })).toEqual(expected);
	});

	it('is left out where none was asked for', async () => {
		expect(await failureAfter({ status: 503, body: {} })).toEqual({
			cause: 'temporarily-unavailable',
		});
	});

	it('is left out where waiting does not help', async () => {
		const headers = { 'retry-after': '120' };

		expect(await failureAfter({ status: 401, headers, body: {} })).toEqual({
			cause: 'credential-invalid',
		});
	});
});
