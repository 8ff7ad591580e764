/** Whether whatever the service is told to deliver to takes deliveries at that very moment. */
import type { Simulator } from '../../../dev/simulator';
import { registeredBy, WEBHOOK_PATH } from './stage';

export interface Registration {
	/** What the service was told, without the query, which holds a secret. */
	url: string | null;
	/** What that address answered at once; 0 when nobody did, undefined where there is none. */
	status?: number;
}

/** Watches from now on; the answer waits for what has been asked. */
export function watchRegistrations(simulator: Simulator): () => Promise<Registration[]> {
	const seen: Array<Promise<Registration>> = [];
	simulator.onRequest((request) => {
		if (request.path !== WEBHOOK_PATH || request.status !== 200) return;
		seen.push(answerOf(registeredBy(request)));
	});
	return async () => await Promise.all(seen);
}

/** An event that the trigger takes and starts nothing with. */
const PROBE = JSON.stringify({ event: 'probe' });

async function answerOf(webhook: string | null): Promise<Registration> {
	if (webhook === null) return { url: null };
	const url = webhook.replace(/\?.*/, '');
	const headers = { 'content-type': 'application/json' };
	try {
		const { status } = await fetch(webhook, { method: 'POST', headers, body: PROBE });
		return { url, status };
	} catch {
		return { url, status: 0 };
	}
}
