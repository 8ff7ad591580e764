import { type IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { parseJson } from '../../shared/api/responses/json';
import { systemClock, unlessAborted } from '../../shared/api/clock';
import type { Listener } from '../../shared/webhook/ownership';
import { webhooks } from '../../shared/webhook/webhooks';
import { isUnknownWebhook } from '../registration/commands';
import { addressOf } from '../registration/ownAddress';
import { idOf, readList } from '../registration/staticData';
import type { DeliveryRequest } from './parse';

/** Marks a delivery that another trigger of this n8n forwards, so that it is not forwarded again. */
export const FORWARDED_HEADER = 'x-public-outreach-forwarded';

/** After this, the service gets an error, so that it may deliver again. */
const TIMEOUT_MS = 30_000;

const responseSchema = z.object({ statusCode: z.number(), body: z.unknown() });

/**
 * The other listeners of the webhook: those that the main process knows, and, in another or a newly
 * started process, those of the latest list that it received.
 */
export function otherListeners(context: IWebhookFunctions): Listener[] {
	const own = idOf(context, context.getMode() === 'manual');
	const webhookId = webhooks.webhookIdOf(own);
	const known = webhookId === undefined ? [] : webhooks.of(webhookId).listeners;
	const stored = readList(context)?.listeners ?? [];
	// Before n8n has started the receiver, this process does not know which webhook the others share.
	const isMissing = (id: string) =>
		webhookId === undefined || webhooks.webhookIdOf(id) === undefined;
	const unknown = stored.filter(({ id }) => isMissing(id));
	const others = [...known, ...unknown].filter(({ id }) => id !== own);
	if (others.length === 0) return [];
	// Listeners under another address belong to the n8n that this one was copied or moved from.
	const address = addressOf(context.getNodeWebhookUrl('default') ?? '');
	return others.filter(({ url }) => addressOf(url) === address);
}

type Forwarded = Pick<DeliveryRequest, 'contentType' | 'bytes'>;

/**
 * Transient failures: n8n removes a URL briefly while it publishes a new version of a workflow, closes a
 * connection as a request is sent, or fails to store an execution.
 */
const RETRY_DELAYS_MS = [250, 1_000, 3_000];
/** A listener that takes longer to fail hangs, and would hang again while the service waits. */
const MAX_RETRYABLE_MS = 5_000;

/** `unknown`: n8n responds that no trigger has this URL. */
type Outcome = 'taken' | 'unknown' | { problem: string; isTransient: boolean };

/** Whether to send a message again: only to a published trigger, which drops duplicates; a test does not. */
function shouldRetry(outcome: Outcome, { id, kind }: Listener, tookMs: number): boolean {
	if (outcome === 'taken' || kind === 'test') return false;
	// Only a listener that this process knows is expected to be there.
	if (outcome === 'unknown') return webhooks.memberOf(id) !== undefined;
	return outcome.isTransient && tookMs < MAX_RETRYABLE_MS;
}

/** @returns the problem, or `undefined` where the listener has the message or is gone */
async function forwardTo(
	context: IWebhookFunctions,
	listener: Listener,
	delivery: Forwarded,
): Promise<string | undefined> {
	for (let attempt = 0; ; attempt++) {
		const startedAt = systemClock.now();
		const outcome = await post(context, listener.url, delivery);
		const waitMs = RETRY_DELAYS_MS[attempt];
		if (waitMs === undefined || !shouldRetry(outcome, listener, systemClock.now() - startedAt)) {
			return typeof outcome === 'string' ? undefined : outcome.problem;
		}
		await systemClock.sleep(waitMs);
	}
}

async function post(
	{ helpers }: IWebhookFunctions,
	url: string,
	{ contentType, bytes }: Forwarded,
): Promise<Outcome> {
	try {
		const sending = helpers.httpRequest({
			method: 'POST',
			url,
			body: Buffer.from(bytes),
			headers: { 'content-type': contentType || 'application/json', [FORWARDED_HEADER]: '1' },
			timeout: TIMEOUT_MS,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		// The HTTP client applies the timeout to idle time only.
		const response: unknown = await unlessAborted(sending, systemClock.deadline(TIMEOUT_MS));
		const { statusCode, body } = responseSchema.parse(response);
		if (statusCode < 300) return 'taken';
		const answer = typeof body === 'string' ? parseJson(body)?.value : body;
		if (isUnknownWebhook(statusCode, answer)) return 'unknown';
		return { problem: `answered ${statusCode}`, isTransient: statusCode >= 500 };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error), isTransient: true };
	}
}

/**
 * Forwards a delivery to the other published triggers, in parallel. Each of them drops duplicates.
 *
 * @returns the message for the service when one of them has not accepted it, else `undefined`
 */
export async function forward(
	context: IWebhookFunctions,
	delivery: Forwarded,
	published: Listener[],
): Promise<string | undefined> {
	const problems = await Promise.all(
		published.map(async (listener) => {
			const { id } = listener;
			const problem = await forwardTo(context, listener, delivery);
			return problem === undefined ? [] : [{ workflowId: id.split('/', 1).join(), problem }];
		}),
	);
	for (const { workflowId, problem } of problems.flat()) {
		context.logger.warn(
			`A message did not reach the trigger of workflow ${workflowId}, which shares the API key: ${problem}`,
			{ workflowId },
		);
	}
	const count = problems.flat().length;
	if (count === 0) return undefined;
	return `${count} of ${published.length + 1} workflows have not accepted the message. Deliver it again: those that have it will not start twice`;
}

/**
 * The same for tests, without a result: the service need not deliver again for a test. Sequentially,
 * because n8n 2.41 hangs when several tests end at once (test-webhooks.js, deactivateWebhooks: it makes
 * a deep copy of much of its state).
 */
export async function forwardToTests(
	context: IWebhookFunctions,
	delivery: Forwarded,
	tests: Listener[],
): Promise<void> {
	for (const test of tests) await forwardTo(context, test, delivery);
}
