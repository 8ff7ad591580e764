import { classify } from '../../../nodes/shared/api/errors/classify';
import type { RequestInfo } from '../../../nodes/shared/api/errors/problem';
import type { ServiceResponse, Outcome } from '../../../nodes/shared/api/http/exchange';

export const PATH = '/api/v1/public/campaigns/1042/steps/7/';
export const HTML = '<!doctype html><title>Sign in</title>';

export const asked = (changes: Partial<RequestInfo> = {}): RequestInfo => ({
	request: {
		method: 'GET',
		url: new URL(PATH, 'https://api.example.com'),
		timeoutMs: 60_000,
	},
	idempotent: true,
	emptyAllowed: false,
	anyBody: false,
	...changes,
});
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
export function problemOf(outcome: Outcome, request = asked()) {
	const verdict = classify(outcome, request);
	if (verdict.ok) throw new Error('It was no problem');
	const { message, advice, httpCode } = verdict.problem;
	return { message, advice: advice.join('. '), httpCode };
}
