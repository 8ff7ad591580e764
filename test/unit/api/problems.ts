import { judge, type Asked } from '../../../nodes/shared/api/errors';
import type { Answer, Outcome } from '../../../nodes/shared/api/exchange';

export const PATH = '/api/v1/public/campaigns/1042/steps/7/';
export const HTML = '<!doctype html><title>Sign in</title>';

export const asked = (changes: Partial<Asked> = {}): Asked => ({
	request: {
		method: 'GET',
		url: new URL(PATH, 'https://api.example.com'),
		timeoutMs: 60_000,
	},
	effect: 'read',
	emptyAllowed: false,
	...changes,
});
export const write = asked({ effect: 'write' });

export function answer(status: number, body: unknown, headers: Answer['headers'] = {}): Outcome {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'answer', status, headers, text };
}
export const failure = (code: string): Outcome => ({ kind: 'failure', code, reason: 'because' });

/** What the error table makes of an outcome. */
export function problemOf(outcome: Outcome, request = asked()) {
	const verdict = judge(outcome, request);
	if (verdict.ok) throw new Error('It was no problem');
	const { message, advice, httpCode } = verdict.problem;
	return { message, advice: advice.join('. '), httpCode };
}
