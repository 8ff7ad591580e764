import {
	NodeOperationError,
	type IHookFunctions,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { systemClock, within } from '../shared/clock';
import { credentialsOf, type ApiCredentials } from '../shared/credentials';
import { drained, resumeForwarding } from './forward';
import {
	isListed,
	isLive,
	type Context,
	type Listener,
	type LocalListener,
	type Webhook,
} from './plan';
import { followKeys, identifyBy, reconcile, reconcileSafely, schedule } from './reconcile';
import {
	deliveryUrlOf,
	idOf,
	readListeners,
	readRegistration,
	removeList,
	removeRegistration,
	writeRegistration,
	type Registration,
} from './registration';
import {
	addListener,
	allListeners,
	doubt,
	keyOf,
	listenerOf,
	normalized,
	noteStart,
	state,
	timestamp,
	untilStarted,
	webhookOf,
	webhookWith,
	withLock,
} from './registry';
import { addressProblem, isComplete } from './requests';
import { newSecret } from './secret';
import { readSettings } from './settings';
import { askPresence } from './stateMessage';

const PUBLISH_AGAIN_ADVICE =
	'To receive messages in a published workflow, unpublish it and publish it again';

function urlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	return isComplete(url) ? normalized(url) : url;
}

/** A webhook URL without its secret. */
const bareUrl = (url: string): string => normalized(url).split('?', 1).join();

/**
 * Whether n8n is starting the published workflows, at its start or after a leadership change. If that takes
 * n8n 2.41 more than ten seconds, it calls the rest an update (workflow-publication-reconciler), as it does
 * for a new version; but a new version has no record in static data.
 */
function isStarting(context: Context): boolean {
	return ['init', 'leadershipChange', 'update'].includes(context.getActivationMode());
}

function listenerFrom(registration: Omit<Registration, 'webhookId'>): LocalListener {
	const { id, key, isTest } = registration;
	const kind = isTest ? 'test' : 'published';
	return { id, kind, url: deliveryUrlOf(registration), key };
}

/**
 * Whether a trigger was registered under an address that is not n8n's present one: this n8n may be a copy, or
 * have moved. False if n8n's address cannot be read, such as one without https://.
 */
function isForeign(context: IHookFunctions, url: string): boolean {
	return isComplete(urlOf(context)) && bareUrl(url) !== urlOf(context);
}

function leaveForeign(context: IHookFunctions, { id, url, key }: Registration): void {
	if (!state.foreign.has(id)) {
		context.logger.warn(
			`This trigger is registered with the service under ${url}, which is not the address of this n8n (${urlOf(context)}), so the webhook was not changed. ${PUBLISH_AGAIN_ADVICE}`,
		);
	}
	state.foreign.set(id, { keyId: key.id, url });
}

/**
 * Whether a trigger's own static data and the registered listener's list give it different addresses, and n8n's
 * own cannot decide. The list is believed: what was overwritten with static data of another n8n is one trigger.
 */
function isDisputed(context: IHookFunctions, known: Listener, url: string): boolean {
	return !isComplete(urlOf(context)) && bareUrl(known.url) !== bareUrl(url);
}

/**
 * Adds the listeners of the registered listener's list: n8n has not started them yet, or they are gone. A
 * listener that seemed to belong to another n8n belongs to this one: its static data was overwritten.
 */
function restoreList(context: IHookFunctions, webhook: Webhook, { key }: Registration): void {
	const now = systemClock.date();
	for (const listener of readListeners(context)?.listeners ?? []) {
		const { id, kind } = listener;
		const known = listenerOf(id);
		if (kind !== 'published' || (known && !isDisputed(context, known, listener.url))) continue;
		const isStarted = state.foreign.delete(id) || (known && isLive(known));
		const started = { unpublishedAt: undefined, context: state.running.get(id) };
		addListener(webhook, { unpublishedAt: now, ...listener, key, ...(isStarted && started) });
	}
}

/**
 * Restores a trigger that was published before this process started, and the others in its list. The service is
 * told again which URL it has, since it may have lost it meanwhile.
 */
function restore(context: IHookFunctions, registration: Registration): void {
	const { id, key, webhookId, registeredAt = 0 } = registration;
	const known = listenerOf(id);
	if (known?.context && isLive(known)) return;
	const running = { context: state.running.get(id), unpublishedAt: undefined };
	const isOverwritten = known && isDisputed(context, known, registration.url);
	if (isOverwritten || isForeign(context, registration.url)) {
		// A list of this n8n has the trigger under this n8n's address, so its own static data was overwritten.
		if (!known || isForeign(context, known.url)) return leaveForeign(context, registration);
		Object.assign(known, running);
		return;
	}
	noteStart(true);
	const webhook = webhookOf(key, webhookId);
	const listener = { ...listenerFrom(registration), ...running };
	addListener(webhook, listener);
	// Everything that this process writes from now on is newer, even if its clock is behind.
	timestamp(registeredAt, readListeners(context)?.version ?? 0);
	const { observed } = webhook;
	const isNewer = registeredAt > observed.at;
	if (isNewer || (observed.kind === 'unknown' && !observed.isMaybeOurs)) {
		const url = isNewer ? listener.url : undefined;
		const at = Math.max(registeredAt, observed.at);
		webhook.observed = { kind: 'unknown', isMaybeOurs: true, at, url };
	}
	// The list of a listener that was registered earlier is outdated.
	if (isNewer) restoreList(context, webhook, registration);
	resumeForwarding();
	schedule(webhook);
}

/**
 * n8n runs a published trigger in this process; of several main processes only the leading one does. There is
 * nothing to listen to, but without this method n8n would not call {@link checkExists} at its start.
 */
export async function start(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const id = idOf(context, false);
	state.running.set(id, context);
	const listener = listenerOf(id);
	// n8n calls this and checkExists at the same time: whichever is later completes the listener.
	if (listener && isLive(listener)) listener.context ??= context;
	return {
		async closeFunction() {
			if (state.running.get(id) === context) state.running.delete(id);
			const current = listenerOf(id);
			if (current && isLive(current)) current.context = undefined;
			await drained(id);
		},
	};
}

/**
 * Whether the trigger is registered. The service cannot be asked, so the trigger's own registration is believed
 * when n8n starts, even under another address: otherwise a copy of an n8n would take the webhook from the
 * original.
 */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	noteStart(false);
	const registration = isStarting(context) ? readRegistration(context) : undefined;
	if (!registration || registration.isTest) return false;
	restore(context, registration);
	return true;
}

/**
 * The listener for a publication or a test.
 *
 * @throws NodeOperationError before any request, for settings or an address that cannot work
 */
function newListener(context: IHookFunctions, credentials: ApiCredentials) {
	const refuse = (message: string): never => {
		throw new NodeOperationError(context.getNode(), message);
	};
	const settings = readSettings((name) => context.getNodeParameter(name), refuse);
	const problem = addressProblem(credentials.origin, context.getNodeWebhookUrl('default') ?? '');
	if (problem !== undefined) refuse(problem);
	const isTest = context.getMode() === 'manual';
	const [id, key, url] = [idOf(context, isTest), keyOf(credentials), urlOf(context)];
	const registration: Omit<Registration, 'webhookId'> = { id, url, key, isTest };
	if (!settings.verifyDeliveries) return registration;
	const before = readRegistration(context);
	// A renewed registration keeps its secret: deliveries in flight are still accepted.
	const isRenewed = before?.url === url && before.key.id === key.id;
	const fresh = () => newSecret(credentials.apiKey, id, systemClock.date());
	return { ...registration, secret: (isRenewed && before.secret) || fresh() };
}

/** n8n gives up a publication after 84 s, and a test when its user stops it, and calls `delete` immediately. */
function throwIfAbandoned(context: IHookFunctions): void {
	if (state.joining.get(urlOf(context)) === context) return;
	const message = 'n8n stopped waiting before the trigger was registered. Publish or test it again';
	throw new NodeOperationError(context.getNode(), message);
}

/** Refuses a test if the webhook is only known to be that of an n8n under another address. */
function throwIfForeign(context: IHookFunctions, webhook: Webhook): void {
	const isHere = webhook.listeners.some((one) => one.kind === 'published' && isLive(one));
	const ids = webhook.keys.map((key) => key.id);
	const foreign = [...state.foreign.values()].find(({ keyId }) => ids.includes(keyId));
	if (isHere || !foreign) return;
	throw new NodeOperationError(
		context.getNode(),
		`The published workflow is registered with the service under ${new URL(foreign.url).origin}, which is not the address of this n8n. Test it there. If the address of this n8n has changed, unpublish the workflow and publish it again first`,
	);
}

/** Refuses a test if access to test URLs is restricted: it would listen, but receive nothing. */
async function throwIfProtected(context: IHookFunctions, { url }: LocalListener): Promise<void> {
	const bare = bareUrl(url);
	const { status, reason = '' } = await askPresence(context, bare);
	if (status !== 'unreachable' || !/^it responds with (3..|401|403|407)$/.test(reason)) return;
	throw new NodeOperationError(
		context.getNode(),
		`The service cannot deliver to the test URL ${bare}: ${reason}. Allow requests without a login to n8n's test URLs there, or publish the workflow to try it`,
	);
}

/** Called with the webhook's lock held. A failure leaves the others as they are. */
async function join(
	context: IHookFunctions,
	webhook: Webhook,
	listener: LocalListener,
	hasListened: boolean,
): Promise<void> {
	let hasJoined = false;
	try {
		throwIfAbandoned(context);
		if (listener.kind === 'test') {
			throwIfForeign(context, webhook);
			await throwIfProtected(context, listener);
		} else {
			state.foreign.delete(listener.id);
			doubt(webhook);
		}
		await reconcile(webhook, listener);
		throwIfAbandoned(context);
		hasJoined = true;
	} finally {
		if (!hasJoined) {
			// n8n retries a failed publication. Messages wait only for a listener that was published before.
			listener.unpublishedAt = hasListened ? systemClock.date() : 0;
			removeRegistration(context);
			removeList(context);
		}
		schedule(webhook);
	}
}

/**
 * Adds a listener, for a published workflow or for a test: it joins the registered listener, or is registered
 * itself. The service is told at each publication, since it may have lost the webhook meanwhile.
 *
 * @throws NodeOperationError before any request for settings that cannot work, or when n8n cannot
 * reach its own URL; NodeApiError when the service rejects it
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const url = urlOf(context);
	state.joining.set(url, context);
	try {
		const credentials = await credentialsOf(context);
		const registration = newListener(context, credentials);
		const { id, key, isTest } = registration;
		await untilStarted();
		const isNew = !allListeners().some((other) => other.key.id === key.id);
		// The credentials of other triggers may have this key now as well.
		if (isNew) for (const webhook of [...state.webhooks]) await followKeys(webhook);
		const [known, before] = [listenerOf(id), webhookWith(id)];
		const hasListened = known !== undefined && isListed(known, systemClock.date());
		const listener = { ...listenerFrom(registration), context };
		const webhook = await identifyBy(context, key, (found) => {
			throwIfAbandoned(context);
			// The list may come from an imported workflow, or from an earlier time as the registered listener.
			removeList(context);
			addListener(found, listener);
		});
		if (before && before !== webhook) schedule(before);
		await withLock(webhook, async () => await join(context, webhook, listener, hasListened));
		const { observed } = webhook;
		const isRegistered = observed.kind === 'url' && observed.url === listener.url;
		const registeredAt = isRegistered ? observed.at : undefined;
		writeRegistration(context, { ...registration, webhookId: webhook.id, registeredAt });
		if (!isTest) resumeForwarding();
	} finally {
		if (state.joining.get(url) === context) state.joining.delete(url);
	}
	return true;
}

/** n8n gives up a hook that takes longer than 84 s, and shows a message of its own. */
const LEAVE_FOR_MS = 20_000;

/** The listener at a hook's URL; its registration may have been lost, or be known in static data alone. */
function listenerAt(context: IHookFunctions): LocalListener | undefined {
	const url = urlOf(context);
	const isHere = (listener: LocalListener) => isLive(listener) && bareUrl(listener.url) === url;
	const ids = [idOf(context, false), idOf(context, true)];
	const known = allListeners().find((listener) => ids.includes(listener.id) && isHere(listener));
	const registration = readRegistration(context);
	if (known || !registration) return known;
	restore(context, registration);
	const restored = listenerOf(registration.id);
	return restored && isLive(restored) ? restored : undefined;
}

/**
 * Removes a listener: if the service delivers to it, another listener is registered in its place, and
 * the last one disables the webhook.
 *
 * n8n calls this for published workflows, whose URL is already gone, and for tests. So it does not fail: a
 * request that the service rejects is tried again in the background. The end of a test is not even awaited:
 * n8n 2.41 hangs if another test begins or ends meanwhile (test-webhooks.js, deactivateWebhooks).
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	noteStart(false);
	state.joining.delete(urlOf(context));
	const listener = listenerAt(context);
	// n8n also calls this for a refused test, which has no registration.
	if (readRegistration(context)?.isTest === false) state.foreign.delete(idOf(context, false));
	removeRegistration(context);
	removeList(context);
	// Its registration has failed, or is under another address.
	if (!listener) return true;
	Object.assign(listener, { unpublishedAt: systemClock.date(), context });
	const leave = async () => {
		await untilStarted();
		// Found by the listener: it may have moved to another webhook meanwhile, with its key.
		const webhook = webhookWith(listener.id);
		if (webhook) await withLock(webhook, async () => await reconcileSafely(webhook));
	};
	const leaving = leave();
	if (listener.kind === 'published') {
		const waited = within(
			systemClock,
			LEAVE_FOR_MS,
			async () => await leaving,
			undefined,
			'unpublish',
		);
		// The removal continues in the background.
		await waited.catch(() => undefined);
	}
	return true;
}
