import { pause, systemClock, uptime } from '../../shared/api/clock';

/** After this long, n8n has started all published triggers. */
const STARTUP_MS = 60_000;
const POLL_INTERVAL_MS = 500;
/** Many short polls instead of one long wait: on a busy machine each of them takes longer. */
const QUIET_POLLS = 10;
const MAX_POLLS = 60;

let recalled = 0;

/** Records that n8n has started a trigger that was published before this process started. */
export function noteRecall(): void {
	recalled += 1;
}

/**
 * In a newly started process, waits until n8n has started the published triggers, or the receiver is
 * known.
 *
 * n8n 2.41 serves requests, and resumes interrupted publishing, before it starts what was published
 * already (start.js). A trigger that registered itself then would take the webhook from one that this
 * process does not know yet.
 */
export async function untilStarted(isReceiverKnown: () => boolean): Promise<void> {
	let quiet = 0;
	for (let polls = 0; polls < MAX_POLLS && quiet < QUIET_POLLS; polls++) {
		if (uptime() > STARTUP_MS || isReceiverKnown()) return;
		const before = recalled;
		await pause(systemClock, POLL_INTERVAL_MS);
		quiet = recalled === before ? quiet + 1 : 0;
	}
}
