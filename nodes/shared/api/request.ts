import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { Clock } from './clock';
import type { ApiCredentials } from './credentials';
import { judge, type Asked, type Verdict } from './errors';
import { exchange, type Caller, type Outcome } from './exchange';
import type { Delay, Pacer, Pass } from './pacing';
import { decide, type Decision, type Effect } from './retry';

export interface RequestOptions {
	query?: Record<string, string>;
	body?: IDataObject | IDataObject[];
	/** By default as {@link effectOf} the method. */
	effect?: Effect;
	/** Whether an answer without a body is fine; it then reads as `{}`. */
	emptyAllowed?: boolean;
	/** How long its answer may take; a minute without it. */
	timeoutMs?: number;
	/** Goes before all others of the key that wait: until it is done, something is amiss or a person waits. */
	urgent?: boolean;
}

/** What all requests of one node run share. */
export interface Connection {
	caller: Caller;
	credentials: ApiCredentials;
	pacer: Pacer;
	clock: Clock;
	onDelay?: (delay: Delay) => void;
	/** Whether the run is over: whatever of it still waits is not sent any more. */
	ended?: boolean;
	/** Since when the service has refused whatever this run sent. */
	refusedSince?: number;
}

/** A GET reads, everything else may write. */
export function effectOf(method: IHttpRequestMethods): Effect {
	return method === 'GET' ? 'read' : 'write';
}

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;
/** Read by nobody: the run has told its failure already. */
const RUN_IS_OVER = 'The run is over';

/** Aborted when the execution is stopped; absent where nothing can be stopped, as in a locator's list. */
export function cancelSignal(caller: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
}

/** Decides what to do about an outcome, and tells the pacer what it shows of the limit. */
function learn(
	connection: Connection,
	pass: Pass,
	outcome: Outcome,
	effect: Effect,
	losses: number,
): Decision {
	const { pacer, clock } = connection;
	const now = clock.now();
	const refusedMs = now - (connection.refusedSince ?? now);
	const tries = { refusals: pacer.refusals, refusedMs, losses };
	const decision = decide(outcome, effect, tries, clock);
	if (outcome.kind === 'answer' && outcome.status === 429) {
		connection.refusedSince ??= now;
		pass.refused(decision.action === 'pause' ? decision.waitMs : 0);
	} else if (outcome.kind === 'answer') {
		connection.refusedSince = undefined;
		pass.taken();
	}
	return decision;
}

/** Sends a request as often as the retry rule allows, each time within the key's limit. */
async function patiently(
	connection: Connection,
	{ request, effect }: Asked,
	ticket: number,
): Promise<Outcome> {
	const { caller, credentials, pacer, clock, onDelay } = connection;
	const signal = cancelSignal(caller);
	let losses = 0;
	for (;;) {
		if (connection.ended) throw new Error(RUN_IS_OVER);
		const pass = await pacer.enter(ticket, { signal, onDelay });
		if (connection.ended) {
			pass.unused();
			throw new Error(RUN_IS_OVER);
		}
		let outcome: Outcome;
		let decision: Decision;
		try {
			outcome = await exchange(caller, credentials, request, clock, signal);
			decision = learn(connection, pass, outcome, effect, losses);
		} finally {
			pass.lost();
		}
		if (decision.action === 'accept') return outcome;
		if (decision.action === 'pause') continue;
		losses += 1;
		await clock.sleep(decision.waitMs, signal);
	}
}

/** Where a read may follow a redirect: within the origin, as services do to add a trailing slash. */
function sameOriginTarget(outcome: Outcome, { request, effect }: Asked): URL | undefined {
	if (effect !== 'read' || outcome.kind !== 'answer') return undefined;
	const { location } = outcome.headers;
	if (!location || ![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
	if (!URL.canParse(location, request.url.href)) return undefined;
	const target = new URL(location, request.url.href);
	return target.origin === request.url.origin ? target : undefined;
}

/**
 * The one request function: paced by the key's limit, repeated by the retry rule, judged by the
 * error table. Redirects are followed for reads and within the origin alone.
 *
 * @param url at the credential's origin
 * @throws the execution's cancel reason when it is stopped meanwhile
 */
export async function request(
	connection: Connection,
	method: IHttpRequestMethods,
	url: URL,
	options: RequestOptions = {},
): Promise<Verdict> {
	const { body, effect = effectOf(method), emptyAllowed = false } = options;
	const { timeoutMs = TIMEOUT_MS } = options;
	let asked: Asked = { request: { method, url, body, timeoutMs }, effect, emptyAllowed };
	const ticket = connection.pacer.ticket(options.urgent);
	let outcome = await patiently(connection, asked, ticket);
	for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
		const target = sameOriginTarget(outcome, asked);
		if (!target) break;
		asked = { ...asked, request: { ...asked.request, url: target } };
		outcome = await patiently(connection, asked, ticket);
	}
	return judge(outcome, asked);
}
