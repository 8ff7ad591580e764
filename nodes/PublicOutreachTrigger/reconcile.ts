import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiClient } from '../shared/api/client';
import { pause, systemClock, within } from '../shared/clock';
import { credentialsOf } from '../shared/credentials';
import { sentences } from '../shared/sentences';
import { listKeyPrefixes, mayHaveHappened, setWebhookUrl } from '../shared/api/webhook';
import {
	GRACE_MS,
	isListed,
	plan,
	type Context,
	type Listener,
	type LocalListener,
	type Step,
	type Webhook,
} from './plan';
import { withoutSecret } from './registration';
import {
	abandon,
	addListener,
	backgroundOf,
	doubt,
	identify,
	keyOf,
	mayStartMore,
	othersOf,
	state,
	timestamp,
	untilStarted,
	withLock,
} from './registry';
import { isRefusedByN8n, remedyFor } from './requests';
import { saveOwnState, sendState, type SendResult } from './stateMessage';

/** For each attempt at a request to the service. */
const TIMEOUT_MS = 10_000;
/** For all attempts, even if the service rate-limits them: n8n gives up a publication after 84 s. */
const SERVICE_MS = 60_000;

const RATE_LIMITED =
	'The service has rejected every request with this API key for a minute, because there were too many (429). Publish or test again in a minute';

/** n8n 2.41 shows only the message of a failed publication, so the advice has to stand in it. */
function withAdviceInMessage(error: unknown): unknown {
	if (error instanceof NodeApiError && error.description) {
		error.message = sentences([error.message, error.description]);
		error.description = null;
	}
	return error;
}

/** Sends a request to the service ahead of all others with its key: until it is done, messages may get lost. */
async function ask<Result>(
	context: Context,
	request: (client: ApiClient) => Promise<Result>,
): Promise<Result> {
	const client = await ApiClient.connect(context);
	const send = async () => await request(client.with({ timeoutMs: TIMEOUT_MS }));
	try {
		return await within(systemClock, SERVICE_MS, send, undefined, 'service');
	} catch (error) {
		const isLate = error instanceof DOMException && error.name === 'TimeoutError';
		if (isLate) throw new NodeOperationError(context.getNode(), RATE_LIMITED);
		throw withAdviceInMessage(error);
	} finally {
		client.end();
	}
}

const UNKNOWN_USER =
	'Workflows are published with another API key of this service, and it is unknown whether both belong to the same user. If they do, the other workflows no longer receive messages. Use one key for all workflows';

/**
 * The webhook that the key of a trigger's credential belongs to.
 *
 * @param use see {@link identify}
 * @param before the webhook that the trigger belonged to with an earlier key
 */
export async function identifyBy(
	context: Context,
	key: LocalListener['key'],
	use: (webhook: Webhook) => void,
	before?: Webhook,
): Promise<Webhook> {
	const listPrefixes = async () => {
		const prefixes = await ask(context, listKeyPrefixes);
		if (!prefixes && othersOf(key).length > 0 && !state.ofUnknownUser.has(key.id)) {
			state.ofUnknownUser.add(key.id);
			context.logger.warn(UNKNOWN_USER);
		}
		return prefixes;
	};
	return await identify(key, listPrefixes, use, before);
}

/** Logged if the webhook cannot be changed because no credential has its key any longer. */
const OTHER_KEY =
	'The credential of this trigger now has a different API key, so the webhook was not changed. If it belongs to another user, the service may keep sending the messages of the previous user here. To stop that, run Webhook: Disable with a key of the previous user';

/** Moves a listener to the webhook of the key that its credential has now. */
async function followKey(webhook: Webhook, listener: LocalListener): Promise<void> {
	const { context } = listener;
	if (!context) return;
	const key = await credentialsOf(context).then(keyOf, () => listener.key);
	if (key.id === listener.key.id) return;
	const move = (current: Webhook) => {
		Object.assign(listener, { key });
		if (current === webhook) return;
		Object.assign(listener, { acknowledged: undefined });
		addListener(current, listener);
		schedule(current);
	};
	if ((await identifyBy(context, key, move, webhook)) === webhook) return;
	const { observed } = webhook;
	if (observed.kind !== 'disabled' && observed.url === listener.url) context.logger.warn(OTHER_KEY);
	if (webhook.listeners.length === 0) abandon(webhook);
}

/**
 * Moves all listeners whose credentials now have another user's key.
 *
 * @throws NodeApiError when the service cannot be asked whose key it is
 */
export async function followKeys(webhook: Webhook): Promise<void> {
	for (const listener of [...webhook.listeners]) await followKey(webhook, listener);
}

/** One reconciliation, with its failures. */
interface Reconciliation {
	webhook: Webhook;
	/** The listener that n8n is publishing or beginning to test: it waits for the outcome. */
	joining?: LocalListener;
	/** Listeners that could not be sent their list, by ID. */
	unsent: Map<string, SendResult>;
}

/** n8n's contexts that can send requests for a webhook, the best first. */
function contextsOf({ webhook, joining }: Omit<Reconciliation, 'unsent'>): Context[] {
	const all = [joining, ...webhook.listeners].map((listener) => listener?.context);
	return [...new Set(all.flatMap((context) => context ?? []))];
}

const workflowOf = ({ id }: Listener) => id.split('/', 1).join();

/**
 * Why the registered listener does not have its list, and what to do; `joining` says whether a test or a
 * publication fails because of that.
 */
function problemOf(
	{ status, reason = '' }: SendResult,
	to: LocalListener,
	joining?: Listener['kind'],
): string {
	const again = { test: ', then test again', published: ', then publish this one again' };
	const then = joining ? again[joining] : '';
	const workflow = `the workflow with the ID ${workflowOf(to)}`;
	if (status === 'unusable') {
		const unusable = `The service delivers to ${workflow}, whose trigger cannot use its credential`;
		return sentences([unusable, reason, `Correct it${then}`]);
	}
	if (status === 'refused') {
		return `The service delivers to ${workflow}, whose trigger refused to share its messages. Unpublish that workflow and publish it${joining ? then : ' again'}`;
	}
	// n8n may reach itself at its own port, which only a message can show; but SSRF protection would refuse
	// that as well.
	const isMessageNeeded = !state.own?.takesDeliveries && !isRefusedByN8n(reason);
	const later = isMessageNeeded ? ' again once a message has come in (not in queue mode)' : '';
	const ways = {
		test: `${later && `, test${later}`}, or unpublish all workflows of this API key while you test`,
		published: `, then publish again${later && `, or${later}`}`,
	};
	const why = reason === '' ? '' : ` (${reason})`;
	const remedy = `${remedyFor(reason)}${joining ? ways[joining] : ''}`;
	return `n8n cannot reach its own webhook URL at ${new URL(to.url).origin}${why}. Triggers that share an API key forward messages to each other through it. ${remedy}`;
}

/** Between attempts while n8n waits for the outcome: n8n, or a proxy in front of it, may be busy for a moment. */
const SEND_AGAIN_MS = [500, 2_000, 5_000];
/** n8n tries to publish five times, but after 84 s in all it shows a message of its own. */
const SEND_FOR_MS = 10_000;

async function withRetries(send: () => Promise<SendResult>): Promise<SendResult> {
	const end = systemClock.now() + SEND_FOR_MS;
	for (const ms of SEND_AGAIN_MS) {
		const result = await send();
		const isFinal = result.status === 'done' || result.status === 'absent';
		if (isFinal || systemClock.now() > end) return result;
		await systemClock.sleep(ms);
	}
	return await send();
}

/**
 * Sends a listener its list.
 *
 * @throws NodeOperationError if it cannot be sent, and n8n waits for the outcome
 */
async function send(
	run: Reconciliation,
	{ to, listeners }: Step & { type: 'send' },
): Promise<void> {
	const { webhook, joining, unsent } = run;
	const [context] = contextsOf(run);
	if (!context) return void unsent.set(to.id, { status: 'unreachable' });
	const once = async () => await sendState(context, to, webhook, listeners);
	let result: SendResult = { status: 'done' };
	if (to === joining) saveOwnState(context, to, webhook, listeners);
	else result = joining ? await withRetries(once) : await once();
	if (result.status === 'done') to.acknowledged = JSON.stringify(listeners);
	else if (result.status === 'absent') to.unpublishedAt = systemClock.date();
	else if (!joining) unsent.set(to.id, result);
	else throw operationError(context, problemOf(result, to, joining.kind));
}

/** n8n replaces a message that contains a network code with a message of its own: this restores it. */
function operationError(context: Context, message: string): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), message);
	error.message = message;
	return error;
}

/**
 * Has the service deliver to a URL, or to none, by the first of the keys that it accepts.
 *
 * @returns `false` if no credential has an API key of this user any longer
 * @throws NodeApiError with the service's words
 */
async function set(run: Reconciliation, url: string | null): Promise<boolean> {
	const { webhook, joining } = run;
	const tried = new Set<string>();
	let problem: unknown;
	for (const context of contextsOf(run)) {
		let isAsked = false;
		try {
			const key = keyOf(await credentialsOf(context));
			if (tried.has(key.id) || !webhook.keys.some(({ id }) => id === key.id)) continue;
			tried.add(key.id);
			isAsked = true;
			const options = { idempotent: true, urgent: true };
			await ask(context, async (client) => await setWebhookUrl(client, url, options));
			const at = timestamp();
			webhook.observed = url === null ? { kind: 'disabled', at } : { kind: 'url', url, at };
			return true;
		} catch (error) {
			problem = error;
			if (mayHaveHappened(error)) {
				const unknown = { kind: 'unknown' as const, isMaybeOurs: true };
				webhook.observed = { ...unknown, url: url ?? undefined, at: timestamp() };
			}
			const isKeyRejected = error instanceof NodeApiError && error.httpCode === '401';
			// Another trigger may have a key that the service accepts.
			if ((isAsked && !isKeyRejected) || context === joining?.context) break;
		}
	}
	if (problem !== undefined) throw problem;
	return false;
}

/** @returns whether there may be further steps */
async function put(run: Reconciliation, url: string | null): Promise<boolean> {
	const { webhook, joining } = run;
	const [context] = contextsOf(run);
	// No listener is left to send a request for.
	if (!context) return false;
	// No trigger that was started here has been registered: n8n may start the registered one later.
	if (!joining && webhook.observed.at === 0 && mayStartMore(GRACE_MS)) return false;
	if (!(await set(run, url))) {
		context.logger.warn(OTHER_KEY);
		abandon(webhook);
		return false;
	}
	if (url !== null) {
		context.logger.info(`The service delivers to ${withoutSecret({ url }).url} from now on`);
		return true;
	}
	// These keys may belong to the same user, although the service does not list them together: then their
	// listeners have lost the webhook.
	const others = new Set(webhook.keys.flatMap((key) => othersOf(key, webhook)));
	for (const other of others) {
		doubt(other);
		schedule(other, 0);
	}
	return true;
}

/**
 * Carries out the plan for a webhook, step by step, until no step is left. Called with its lock held.
 *
 * @param joining the listener that n8n is publishing or beginning to test
 * @returns whether the desired state is reached, rather than waited for
 * @throws NodeApiError with the service's words; NodeOperationError when n8n cannot reach its own URL
 */
export async function reconcile(webhook: Webhook, joining?: LocalListener): Promise<boolean> {
	const run: Reconciliation = { webhook, joining, unsent: new Map() };
	const next = () => plan(webhook, systemClock.date(), (id) => run.unsent.has(id));
	let step = next();
	for (; step; step = next()) {
		if (step.type === 'send') await send(run, step);
		else if (!(await put(run, step.url))) break;
	}
	const { listeners } = webhook;
	const missed = listeners.find(({ id }) => run.unsent.has(id));
	const result = missed && run.unsent.get(missed.id);
	const isShared = listeners.filter((one) => isListed(one, systemClock.date())).length > 1;
	if (result && isShared) throw new Error(problemOf(result, missed));
	return step === undefined;
}

/**
 * The first pause after a trigger has started, since n8n may write back older static data; also after a first
 * failure.
 */
const FIRST_MS = 5_000;
/** An execution that uses static data may overwrite a list with an older one, for at most this long. */
const INTERVAL_MS = 60_000;
/** The longest pause between attempts after failures; the first one is short. */
const MAX_DELAY_MS = 240_000;

const RETRIES = 'n8n keeps retrying, at least every four minutes';

/** The consequence while a webhook is not in the desired state. */
function consequenceOf(webhook: Webhook): string {
	const step = plan(webhook, systemClock.date(), () => true);
	if (step?.type !== 'put') return 'Some published workflows may miss messages';
	return step.url === null
		? 'The service may still deliver to a workflow that no longer listens; to stop that now, run the operation Webhook: Disable'
		: 'The service may not deliver to the published workflows of an API key';
}

/** Logs a failure, once for each kind until the next success. */
function report(webhook: Webhook, error: unknown): void {
	const { reported } = backgroundOf(webhook);
	const reason = error instanceof Error ? error.message : String(error);
	const kind = (error instanceof NodeApiError && error.httpCode) || reason;
	if (reported.has(kind)) return;
	reported.add(kind);
	const [context] = contextsOf({ webhook });
	context?.logger.error(sentences([consequenceOf(webhook), reason, RETRIES]));
}

/**
 * Forgets listeners that n8n has not published again in time. They are kept until everything is done, since
 * their contexts are needed.
 */
function forgetUnpublished(webhook: Webhook): void {
	const now = systemClock.date();
	webhook.listeners = webhook.listeners.filter((listener) => isListed(listener, now));
}

/**
 * Reconciles a webhook in the background: a failure is logged once, and tried again until it succeeds. Never
 * throws. Called with the webhook's lock held.
 *
 * @param isTick whether time alone has passed: static data may have lost the list
 */
export async function reconcileSafely(webhook: Webhook, isTick = false): Promise<void> {
	const background = backgroundOf(webhook);
	let ms = INTERVAL_MS;
	try {
		await followKeys(webhook);
		const { listeners } = webhook;
		if (isTick && listeners.length > 1)
			for (const listener of listeners) listener.acknowledged = undefined;
		if (await reconcile(webhook)) forgetUnpublished(webhook);
		else ms = FIRST_MS;
		background.failures = 0;
		background.reported.clear();
	} catch (error) {
		report(webhook, error);
		ms = Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** background.failures);
		background.failures += 1;
	}
	if (contextsOf({ webhook }).length > 0) schedule(webhook, ms);
}

/** Has a webhook reconciled after a pause, and then again and again as long as it has listeners. */
export function schedule(webhook: Webhook, ms = FIRST_MS): void {
	const background = backgroundOf(webhook);
	const turn = (background.turn += 1);
	const run = async () => {
		await pause(systemClock, ms, 'reconcile');
		if (background.turn !== turn) return;
		await untilStarted();
		await withLock(webhook, async () => {
			if (background.turn === turn) await reconcileSafely(webhook, true);
		});
	};
	void run();
}
