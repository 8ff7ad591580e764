import {
	NodeOperationError,
	type IHookFunctions,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { pause, systemClock, within } from '../../shared/api/clock';
import { credentialsOf } from '../../shared/api/credentials';
import {
	receiverOf,
	type Context,
	type Key,
	type Member,
	type Webhook,
} from '../../shared/webhook/plan';
import { listPrefixes } from '../../shared/webhook/setWebhook';
import { later, webhooks } from '../../shared/webhook/webhooks';
import {
	deliveryUrlOf,
	idOf,
	newRecord,
	readListeners,
	readRecord,
	removeListeners,
	removeRecord,
	writeRecord,
	type ListenerRecord,
} from '../record';
import { attend, followCredential, settle } from './background';
import { newRound, reconcile } from './reconcile';

const ADVICE =
	'If a published workflow is to receive the messages, unpublish it and publish it again';

/**
 * Whether n8n may be starting the published workflows, at its start or after a leadership change. Where
 * that takes n8n 2.41 more than ten seconds, it calls the rest an update
 * (workflow-publication-reconciler), as for a new version; but of that one nothing is recorded any more.
 */
function isStarting(context: Context): boolean {
	return ['init', 'leadershipChange', 'update'].includes(context.getActivationMode());
}

function listenerFrom(context: Context, record: ListenerRecord, joinedAt: number): Member {
	return {
		id: idOf(context, record.isTest),
		kind: record.isTest ? 'test' : 'published',
		url: deliveryUrlOf(record),
		key: record.key,
		joinedAt,
	};
}

/** Restores a trigger that was published before this process started, and the others in its list. */
function restore(context: Context, record: ListenerRecord) {
	const member = listenerFrom(context, record, 0);
	const known = webhooks.memberOf(member.id);
	// While another main process led, it may have got another user's key.
	const current = known && webhooks.withListener(member.id);
	if (known?.context && current) return { member: known, webhook: current };
	const webhook = webhooks.ofKey(record.key, record.webhookId);
	webhooks.add(webhook, member);
	const { registeredAt: at, isUnconfirmed } = record;
	const list = readListeners(context);
	// What this process says from now on is newer, also where its clock is behind.
	webhooks.timestamp(at ?? 0, list?.version ?? 0);
	const registered = { at: at ?? 0, url: isUnconfirmed ? undefined : member.url };
	if (at !== undefined) webhook.registered = later(webhook.registered, registered);
	// Another main process has registered the trigger since.
	if (at !== undefined && webhook.operation && at > webhook.operation.at)
		webhook.operation = undefined;
	// The list of an earlier receiver is outdated.
	for (const listener of (webhook.registered === registered && list?.listeners) || []) {
		const isOther = listener.kind === 'published' && !webhooks.memberOf(listener.id);
		if (isOther) webhooks.add(webhook, { ...listener, key: record.key, joinedAt: 0 });
	}
	if (webhook.registered === registered)
		webhook.left = (list?.left ?? []).filter(({ id }) => !webhooks.memberOf(id));
	return { member, webhook };
}

/** Called by n8n where it starts triggers; a trigger without a response would be registered again and again. */
export async function start(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const id = idOf(context, false);
	const record = isStarting(context) ? readRecord(context) : undefined;
	if (record && !record.isTest) {
		const { member, webhook } = restore(context, record);
		const isFirst = webhooks.members.every((other) => other.context === undefined);
		webhooks.noteStart(isFirst && context.getActivationMode() !== 'update');
		member.context = context;
		// It has listened before: the service has a URL of this n8n, be it that of another one.
		webhook.registered ??= { at: 0 };
		attend(webhook);
	}
	return {
		async closeFunction() {
			const member = webhooks.memberOf(id);
			if (member) member.context = undefined;
			webhooks.stoppedAt = systemClock.date();
		},
	};
}

/**
 * Whether the trigger is registered. The service cannot be asked, so the record is trusted when n8n
 * restarts, even under another address: otherwise a copy of an n8n would take the webhook from the
 * original.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const url = context.getNodeWebhookUrl('default');
	webhooks.rememberOwnUrl(url);
	const record = isStarting(context) ? readRecord(context) : undefined;
	if (!record || record.isTest) return false;
	restore(context, record);
	if (!webhooks.isOwnUrl(record.url)) {
		context.logger.warn(
			`This trigger is registered with the service under ${record.url}, and n8n now has the address ${url}. The webhook was left as it is. ${ADVICE}`,
		);
	}
	return true;
}

const POLL_INTERVAL_MS = 500;

/**
 * In a newly started process, waits until it is known what the service has, or n8n has started what is
 * published: a trigger that registered itself then would take the webhook from one that n8n has not
 * started yet.
 */
async function untilKnown(key: Key): Promise<void> {
	const isKnown = () => webhooks.ofKnownKey(key)?.registered?.url !== undefined;
	while (webhooks.isStartingUp() && !isKnown()) await pause(systemClock, POLL_INTERVAL_MS);
}

const UNKNOWN_USER =
	'Workflows are published with another API key of this service, and the service does not tell whether both belong to one user. If they do, those workflows get no messages any more: use one key for all of them';

/** The webhook of a key, for which the service may have to be asked. */
async function identify(context: IHookFunctions, key: Key): Promise<Webhook> {
	if (!webhooks.ofKnownKey(key)) {
		// The credentials of other triggers may have got it as well.
		const others = webhooks.members.filter((other) => other.key.origin === key.origin);
		for (const other of others) await followCredential(other);
	}
	return await webhooks.identify(key, async () => {
		const prefixes = await listPrefixes(await ApiClient.connect(context));
		if (!prefixes) context.logger.warn(UNKNOWN_USER);
		return prefixes;
	});
}

/** A test is refused where only an n8n under another address is known to have the webhook. */
function expectReceiver(context: IHookFunctions, webhook: Webhook): void {
	if (receiverOf(webhook, webhooks.isOwnUrl)) return;
	const published = webhook.listeners.find(({ kind }) => kind === 'published');
	const origin = published && new URL(published.url).origin;
	throw new NodeOperationError(
		context.getNode(),
		`The published workflow is registered with the service under ${origin}, another address than this n8n has. Test it there. If the address of this n8n has changed, unpublish the workflow and publish it again first`,
	);
}

/** n8n gives up a publication after 84 s, and a test when its user does, and calls `delete` at once. */
function expectWanted(context: IHookFunctions): void {
	if (webhooks.joining.get(context.getNodeWebhookUrl('default')) === context) return;
	const message = 'n8n ended this before the trigger was registered';
	throw new NodeOperationError(context.getNode(), message);
}

/** Called with the lock held. A failure leaves the others as they are. */
async function join(
	context: IHookFunctions,
	prepared: Omit<ListenerRecord, 'webhookId'>,
): Promise<void> {
	const webhook = await identify(context, prepared.key);
	expectWanted(context);
	const record: ListenerRecord = { ...prepared, webhookId: webhook.id };
	const member = { ...listenerFrom(context, record, webhooks.timestamp()), context };
	const before = webhooks.withListener(member.id);
	// The list may come from an imported workflow, or from an earlier time as the receiver.
	removeListeners(context);
	webhooks.add(webhook, member);
	const round = newRound('join', webhook, member);
	const joining = reconcile(round).then(() => expectReceiver(context, round.webhook));
	await joining.catch(() => {
		// n8n tries again.
		if (before === webhook) webhooks.depart(round.webhook, member);
		else webhooks.remove(member.id);
		removeRecord(context);
		removeListeners(context);
		round.webhook.lastContext = context;
	});
	attend(round.webhook);
	// Where it has come from another user's, that one is to forget it.
	if (before && before !== round.webhook) attend(before);
	await joining;
	const { id: webhookId, registered } = round.webhook;
	const registeredAt = registered?.url === member.url ? registered.at : undefined;
	writeRecord(context, { ...record, webhookId, registeredAt });
}

/**
 * Adds a listener, for a published workflow or for a test: it joins the receiver, without a call to the
 * service, or is registered itself.
 *
 * @throws NodeOperationError before any request for settings that cannot work, or when n8n cannot
 * reach its own URL; NodeApiError when the service refuses
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const url = context.getNodeWebhookUrl('default');
	webhooks.rememberOwnUrl(url);
	webhooks.joining.set(url, context);
	try {
		const credentials = await credentialsOf(context);
		const prepared = newRecord(context, credentials);
		await untilKnown(prepared.key);
		await webhooks.lock.run(credentials.origin, async () => await join(context, prepared));
	} finally {
		if (webhooks.joining.get(url) === context) webhooks.joining.delete(url);
	}
	return true;
}

const NEVER_REGISTERED = `This trigger was never registered with the service itself, so the webhook was left as it is. ${ADVICE}`;
const NOT_STARTED_HERE = `This process of n8n did not know which workflows are published when this one was unpublished. ${ADVICE}`;
const OTHERS_ELSEWHERE =
	'Other workflows of this API key are registered under another address than this n8n has. If it has moved, unpublish them and publish them again';

/** Called with the lock held. Never throws: what fails is tried again. */
async function leave(context: IHookFunctions, member: Member, wasKnown: boolean): Promise<void> {
	// Not the one that it belongs to now: a round may have removed it, and it may listen at another service by now.
	const webhook = webhooks.ofKnownKey(member.key);
	if (!webhook) return;
	webhooks.depart(webhook, member);
	webhook.lastContext = context;
	const { listeners, registered } = webhook;
	if (!webhooks.isOwnUrl(member.url)) {
		// What is not known may be the original's, where this n8n is a copy.
		if (registered?.url === undefined) webhook.registered = undefined;
		// Others that its list alone names may have been unpublished since.
		webhook.listeners = listeners.filter((other) => other.context ?? webhooks.isOwnUrl(other.url));
		context.logger.warn(
			`The webhook of ${member.url.split('?', 1)[0]} was left as it is. ${ADVICE}`,
		);
	} else if (listeners.length === 0 && !registered) {
		context.logger.warn(NEVER_REGISTERED);
	} else if (listeners.length === 0 && !wasKnown) {
		context.logger.warn(NOT_STARTED_HERE);
	} else if (listeners.length > 0 && !listeners.some(({ url }) => webhooks.isOwnUrl(url))) {
		context.logger.warn(OTHERS_ELSEWHERE);
	}
	await settle('leave', webhook);
}

/** n8n gives up what takes longer than 84 s, and shows words of its own. */
const LEAVE_FOR_MS = 20_000;

/**
 * Removes a listener: if the service delivers to it, another listener is registered in its place, and
 * the last one disables the webhook, unless a workflow has set it since.
 *
 * n8n calls this for published workflows, whose URL is gone by then whatever the outcome is, and for
 * tests. So it does not fail: what the service refuses is tried again in the background. The end of a
 * test is not even awaited: n8n 2.41 hangs when another test begins or ends meanwhile
 * (test-webhooks.js, deactivateWebhooks).
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const url = context.getNodeWebhookUrl('default') ?? '';
	webhooks.rememberOwnUrl(url);
	webhooks.joining.delete(url);
	const record = readRecord(context);
	// The stored record may be missing: an execution that uses static data writes an older state back.
	const atUrl = webhooks.members.find((listener) => listener.url.split('?', 1)[0] === url);
	// Under another address it has the earlier URL.
	const known = atUrl ?? (record && webhooks.memberOf(idOf(context, record.isTest)));
	const member = known ?? (record && restore(context, record).member);
	// Its registration has failed.
	if (!member) return true;
	const { kind, key } = member;
	removeRecord(context);
	const leaving = webhooks.lock.run(key.origin, async () => {
		await leave(context, member, known !== undefined);
	});
	if (kind === 'test') return true;
	removeListeners(context);
	await within(systemClock, LEAVE_FOR_MS, async () => await leaving).catch(() => undefined);
	return true;
}
