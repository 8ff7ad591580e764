import { NodeApiError } from 'n8n-workflow';
import { NEVER_SENT } from '../api/errors/networkFailures';

/** Whether a failed request may have been carried out: no response, a gateway error, or an unreadable 2xx. */
export function mayHaveHappened(error: unknown): boolean {
	const code = (error instanceof NodeApiError && error.httpCode) || '';
	return /^(2..|408|502|504)$/.test(code) || (/^\D/.test(code) && !NEVER_SENT.test(code));
}
