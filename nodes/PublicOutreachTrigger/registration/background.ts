import { NodeApiError } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { pause, systemClock } from '../../shared/api/clock';
import { sentences } from '../../shared/api/errors/problem';
import { credentialsOf } from '../../shared/api/credentials';
import { plan, type Member, type Webhook } from '../../shared/webhook/plan';
import { listPrefixes } from '../../shared/webhook/setWebhook';
import { keyOf, webhooks } from '../../shared/webhook/webhooks';
import { isGone } from './lists';
import {
	contextsOf,
	newRound,
	OF_ANOTHER_KEY,
	reconcile,
	type Occasion,
	type Round,
} from './reconcile';

/** After a trigger has started: the lists in static data may be outdated, or n8n may write back older ones. */
const SOON_MS = 5_000;
/** An execution that uses static data may overwrite a list with an older one, for at most this long. */
const INTERVAL_MS = 60_000;
/** Between attempts after a failure, the first of which follows soon. */
const MAX_DELAY_MS = 240_000;

const ADVICE = 'It is tried again, at least every four minutes while n8n runs';

/** What is left to do for a webhook. */
function stepFor(webhook: Webhook) {
	return plan(webhook, webhooks.isOwnUrl, () => false);
}

/** What is wrong while a webhook is not as it should be. */
function consequenceOf(webhook: Webhook): string {
	const step = plan(webhook, webhooks.isOwnUrl, () => true);
	if (step?.type !== 'put') return 'Some published workflows may miss messages';
	return step.of
		? 'The service does not deliver to the published workflows of an API key'
		: 'The service may still deliver to a workflow that no longer listens; to end that at once, run the operation Webhook: Disable';
}

/** Logs a failure once, however often it happens again until the next success. */
function report(round: Round, error: unknown): void {
	const { webhook } = round;
	const reason = error instanceof Error ? error.message : String(error);
	const kind = (error instanceof NodeApiError && error.httpCode) || reason;
	webhook.delayMs =
		webhook.reported.size === 0 ? SOON_MS : Math.min(MAX_DELAY_MS, webhook.delayMs * 2);
	if (webhook.reported.has(kind)) return;
	webhook.reported.add(kind);
	const [context] = contextsOf(webhook);
	context?.logger.error(sentences([consequenceOf(webhook), reason, ADVICE]));
}

/**
 * Moves a listener to the webhook of the key that its credential has now.
 *
 * @throws NodeApiError when the service cannot be asked whose key it is
 */
export async function followCredential(member: Member): Promise<void> {
	const { context } = member;
	if (!context) return;
	const key = await credentialsOf(context).then(keyOf, () => member.key);
	if (key.id === member.key.id) return;
	const list = async () => await listPrefixes(await ApiClient.connect(context));
	const webhook = await webhooks.identify(key, list);
	const before = webhooks.withListener(member.id);
	member.key = key;
	if (before === webhook) return;
	if (before?.registered?.url === member.url) context.logger.warn(OF_ANOTHER_KEY);
	webhooks.add(webhook, member);
	attend(webhook);
}

/** Finds out what has changed without a hook of n8n: keys, and listeners that n8n has not started here. */
async function observe(webhook: Webhook): Promise<void> {
	const [context] = contextsOf(webhook);
	for (const member of [...webhook.listeners]) {
		const isExpected = !member.context && webhooks.isOwnUrl(member.url);
		if (isExpected && context && (await isGone(context, member.url)))
			webhooks.depart(webhook, member);
		else await followCredential(member);
	}
	if (webhook.listeners.length + webhook.left.length > 1)
		for (const member of webhook.listeners) member.knows = undefined;
}

/**
 * Reconciles a webhook where nobody waits for the outcome: what fails is logged once and tried again
 * until it is done. Never throws. Called with the lock held.
 */
export async function settle(occasion: Occasion, webhook: Webhook): Promise<void> {
	const round = newRound(occasion, webhook);
	try {
		if (occasion === 'retry') await observe(webhook);
		if (!webhooks.has(webhook)) return;
		await reconcile(round);
		const isWaiting = webhooks.isStartingUp(true) && stepFor(round.webhook) !== undefined;
		round.webhook.delayMs = isWaiting ? SOON_MS : INTERVAL_MS;
		round.webhook.reported = new Set();
	} catch (error) {
		report(round, error);
	}
	for (const other of round.disturbed) await settle('retry', other);
	if (stepFor(round.webhook)) wake(round.webhook);
}

/** Whether a webhook has published listeners that n8n has started here, or something is left to do. */
function needsAttention(webhook: Webhook): boolean {
	if (!webhooks.has(webhook)) return false;
	const published = webhook.listeners.filter(({ kind }) => kind === 'published');
	if (published.some(({ context }) => context !== undefined)) return true;
	return stepFor(webhook) !== undefined && contextsOf(webhook).length > 0;
}

async function attendTo(webhook: Webhook): Promise<void> {
	while (needsAttention(webhook)) {
		const woken = new Promise<boolean>((resolve) => (webhook.wake = () => resolve(true)));
		// What is not known at n8n's start is known soon.
		const ms = webhooks.isStartingUp() ? SOON_MS : webhook.delayMs;
		const waited = pause(systemClock, ms).then(() => false);
		if (await Promise.race([woken, waited])) continue;
		const [{ origin } = { origin: '' }] = webhook.keys;
		await webhooks.lock.run(origin, async () => await settle('retry', webhook));
	}
	webhook.wake = undefined;
}

/** Begins the waits for the next round, or the present one anew. */
function wake(webhook: Webhook): void {
	if (webhook.wake) webhook.wake();
	else void attendTo(webhook);
}

/** Has a webhook reconciled soon, and then again and again as long as there is a reason to. */
export function attend(webhook: Webhook): void {
	webhook.delayMs = SOON_MS;
	wake(webhook);
}
