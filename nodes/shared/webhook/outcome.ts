import { NodeApiError } from 'n8n-workflow';
import { NEVER_SENT } from '../api/advice';

/** Whether a failed request was no refusal: no answer, a gateway's word for that, or a yes that cannot be read. */
export function mayHaveHappened(error: unknown): boolean {
	const code = (error instanceof NodeApiError && error.httpCode) || '';
	return /^(2..|408|502|504)$/.test(code) || (/^\D/.test(code) && !NEVER_SENT.test(code));
}
