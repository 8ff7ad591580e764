import type { ITriggerFunctions } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { pause, systemClock, type Clock } from '../../shared/api/clock';
import { listPrefixes } from '../../shared/webhook/setWebhook';
import { webhooks, type Member } from '../../shared/webhook/webhooks';
import { isGone } from './commands';
import { handOver, registerOther, notifyReceiver } from './handOver';
import { isOwnUrl } from './ownAddress';

/**
 * After a trigger has started: the lists in static data survive a restart, but may be outdated, and n8n
 * writes older static data back at the end of publishing.
 */
const DELAY_AFTER_START_MS = 5_000;
/** An execution that uses static data may overwrite a list with an older one, for at most this long. */
const INTERVAL_MS = 60_000;

/** The published triggers of this process. */
const started = new Map<string, ITriggerFunctions>();

let isRenewing = false;

/** Since the latest wait for starts began. */
let hasNewlyStarted = false;

/** Ends the wait for the next renewal. */
let wake = () => {};

/** Removes listeners that were published before this process started and no longer are. */
async function dropUnpublished(context: ITriggerFunctions, webhookId: string): Promise<void> {
	for (const { id, url, isExpected } of webhooks.of(webhookId).listeners) {
		if (!isExpected || !(await isGone(context, url))) continue;
		webhooks.apply(webhookId, { type: 'left', id });
	}
}

/** Sends the receiver the list of listeners again, and replaces it if it is gone. */
async function notifyAgain(context: ITriggerFunctions, webhookId: string, receiver: Member) {
	// A copy of an n8n must not notify the original.
	if (receiver.kind !== 'published' || !isOwnUrl(receiver.url)) return;
	const outcome = await notifyReceiver(context, webhookId, receiver);
	if (outcome.status !== 'absent') return;
	const { action } = await handOver(context, webhookId, receiver.id);
	// With nobody left, its own removal, which n8n calls after its URL is gone, disables the webhook.
	if (action !== 'disable') webhooks.apply(webhookId, { type: 'left', id: receiver.id });
}

/**
 * Registers a published trigger where no listener is known to have the webhook: a handover or the end of
 * a test has failed, or has disabled it before n8n had started the published triggers here.
 */
async function replaceMissing(webhookId: string): Promise<void> {
	const { receiver, listeners } = webhooks.of(webhookId);
	const next = listeners.find(
		({ id, kind, url }) => kind === 'published' && isOwnUrl(url) && started.has(id),
	);
	const context = next && started.get(next.id);
	if (!next || !context || receiver.kind === 'operation') return;
	if (webhooks.othersOf(webhookId, next.key.origin).length > 0) {
		// Another key of the same user may have it.
		const prefixes = await listPrefixes(await ApiClient.connect(context));
		webhooks.merge(next.key, prefixes);
		if (!prefixes) return;
	}
	const known = webhooks.receiverOf(webhookId);
	if (known) return await notifyAgain(context, webhookId, known);
	await registerOther(context, webhookId, next);
}

async function renewOne(context: ITriggerFunctions, webhookId: string, isFirst: boolean) {
	const [{ key } = { key: undefined }] = webhooks.of(webhookId).listeners;
	await webhooks.lock.run(key?.origin ?? '', async () => {
		const receiver = webhooks.receiverOf(webhookId);
		if (receiver && isOwnUrl(receiver.url)) await dropUnpublished(context, webhookId);
		const { length } = webhooks.of(webhookId).listeners;
		// The first time even without other listeners: its list may hold a test of an earlier process.
		if (receiver && (isFirst || length > 1)) await notifyAgain(context, webhookId, receiver);
		if (!receiver && !isFirst) await replaceMissing(webhookId);
	});
}

async function renew(context: ITriggerFunctions, isFirst: boolean): Promise<void> {
	for (const webhookId of webhooks.withListeners()) {
		await renewOne(context, webhookId, isFirst).catch((error: unknown) => {
			context.logger.warn(
				`The triggers of an API key could not be told of each other: ${String(error)}`,
			);
		});
	}
}

async function untilAllHaveStarted(clock: Clock): Promise<void> {
	while (hasNewlyStarted) {
		hasNewlyStarted = false;
		await pause(clock, DELAY_AFTER_START_MS);
	}
}

async function renewLoop(clock: Clock): Promise<void> {
	await untilAllHaveStarted(clock);
	let isFirst = true;
	for (let [context] = started.values(); context; [context] = started.values()) {
		await renew(context, isFirst);
		isFirst = false;
		const nextStart = new Promise<void>((resolve) => (wake = resolve));
		if (!hasNewlyStarted) await Promise.race([pause(clock, INTERVAL_MS), nextStart]);
		await untilAllHaveStarted(clock);
	}
	isRenewing = false;
}

/** @returns a function that stops it for this trigger */
export function startRenewing(context: ITriggerFunctions, id: string, clock = systemClock) {
	started.set(id, context);
	hasNewlyStarted = true;
	wake();
	if (!isRenewing) {
		isRenewing = true;
		void renewLoop(clock);
	}
	return async () => {
		if (started.get(id) === context) started.delete(id);
	};
}
