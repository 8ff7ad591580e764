import { classify } from '../../../nodes/shared/api/errors/classify';
import type { RequestInfo } from '../../../nodes/shared/api/errors/problem';
import { sentences } from '../../../nodes/shared/api/errors/sentences';
import type { ServiceResponse, Outcome } from '../../../nodes/shared/api/http/exchange';

export const HTML = '<!doctype html><title>Sign in</title>';

export function asked(changes: Partial<RequestInfo> = {}, path = 'campaigns/1042/steps/7/') {
	const url = new URL(`/api/v1/public/${path}`, 'https://api.example.com');
	const request = { method: 'GET' as const, url, timeoutMs: 60_000 };
	return { request, idempotent: true, emptyAllowed: false, anyBody: false, ...changes };
}
export const write = asked({ idempotent: false, anyBody: true });

export function answer(
	status: number,
	body: unknown,
	headers: ServiceResponse['headers'] = {},
): Outcome {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'response', status, headers, text };
}
export const failure = (code: string): Outcome => ({ kind: 'failure', code, reason: 'because' });

/** The problem that the error table returns for an outcome. */
export function problemOf(outcome: Outcome, request: RequestInfo = asked()) {
	const verdict = classify(outcome, request);
	if (verdict.ok) throw new Error('It was no problem');
	const { message, advice, httpCode, failure: reported } = verdict.problem;
	return { message, advice: sentences(advice), httpCode, cause: reported?.cause };
}
