import { classify } from '../../../nodes/shared/api/errors/classify';
import { sentences } from '../../../nodes/shared/sentences';
import type {
	Outcome,
	ServiceResponse,
	WireRequest,
} from '../../../nodes/shared/api/http/exchange';

export const HTML = '<!doctype html><title>Sign in</title>';

export function asked(
	changes: Partial<WireRequest> = {},
	path = 'campaigns/1042/steps/7/',
): WireRequest {
	const { method = 'GET' } = changes;
	const url = new URL(`/api/v1/public/${path}`, 'https://api.example.com');
	const idempotent = method === 'GET';
	return { method, url, format: 'json', idempotent, timeoutMs: 60_000, ...changes };
}
export const write = asked({ method: 'POST', format: 'any' });

export function response(
	status: number,
	body: unknown,
	headers: ServiceResponse['headers'] = {},
): ServiceResponse {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'response', status, headers, text };
}
export const failure = (code: string): Outcome => ({ kind: 'failure', code, reason: 'because' });

/** The problem that the error table returns for an outcome. */
export function problemOf(outcome: Outcome, request = asked()) {
	const verdict = classify(outcome, request);
	if (verdict.ok) throw new Error('It was no problem');
	const { message, advice, httpCode, failure: reported } = verdict.problem;
	return { message, advice: sentences(advice), httpCode, cause: reported?.cause };
}
