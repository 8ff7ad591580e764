/** Deliveries a second that an n8n accepts for several contenders, measured in turn. */
import { newFolder, remove } from '../folders';
import { signIn, type N8nClient } from '../n8n/client';
import { OWNER } from '../n8n/ownNodes';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import type { Session } from '../n8n/session';
import { performance } from '../platform';
import { processorTime } from './processorTime';
import { median, medianRatio, takeTurns } from './rounds';
import type { Contender } from './triggerContenders';
import { deliverAll, drained } from './triggerLoad';

export interface RatesOptions {
	/** Each contender has so many turns; one more comes first, for compiling. */
	rounds: number;
	/** Executions that one turn starts. */
	messages: number;
	/** Whether the time ends with the last execution, and not with the last answer. */
	toTheEnd?: boolean;
}

export interface Place {
	client: N8nClient;
	n8nUrl: string;
	userFolder: string;
}

/** What one turn has shown. */
export interface Turn {
	/** Executions a second. */
	rate: number;
	/** n8n's processor time for each execution, to its end, in milliseconds; on Linux. */
	processorMs?: number;
}

/** The turns of each contender, by round. */
export type Rates = Map<string, Turn[]>;

export interface OpenPlace extends Place {
	session: Session;
	/** Of n8n. */
	pid: number | undefined;
	close(): Promise<void>;
}

export interface PlaceOptions {
	/** Settings of the n8n that is measured. */
	env?: NodeJS.ProcessEnv;
}

/** Starts an n8n with the packed package. */
export async function openPlace({ env }: PlaceOptions = {}): Promise<OpenPlace> {
	const userFolder = newFolder('n8n-bench');
	await installPackage(userFolder);
	const n8n = await startN8n({ userFolder, env: { EXECUTIONS_DATA_PRUNE: 'false', ...env } });
	const close = async () => {
		await n8n.stop();
		await remove(userFolder);
	};
	const enter = async () => {
		const client = await signIn(n8n.url, OWNER);
		const { session } = client;
		return { client, n8nUrl: n8n.url, userFolder, session, pid: n8n.pid, close };
	};
	return await enter().catch(async (error: unknown) => {
		await close();
		throw error;
	});
}

/** A contender, with a session of its n8n, which tells when its executions are finished. */
export interface Participant {
	contender: Contender;
	place: Pick<OpenPlace, 'session' | 'pid'>;
}

/** Measures the contenders in turn. */
export async function interleave(
	{ rounds, messages, toTheEnd = false }: RatesOptions,
	participants: Participant[],
): Promise<Rates> {
	const turns = await takeTurns(
		{ rounds, warmUps: 1 },
		participants,
		async (participant) => await turn(participant, messages, toTheEnd),
	);
	return new Map([...turns].map(([{ contender }, results]) => [contender.name, results]));
}

/** Starts an n8n with the packed package, has the contenders published there, and lets them take turns. */
export async function measureRates(
	{ env, ...options }: RatesOptions & PlaceOptions,
	prepare: (place: Place) => Promise<Contender[]>,
): Promise<Rates> {
	const place = await openPlace({ env });
	let contenders: Contender[] = [];
	try {
		contenders = await prepare(place);
		return await interleave(
			options,
			contenders.map((contender) => ({ contender, place })),
		);
	} finally {
		for (const { close } of contenders) await close();
		await place.close();
	}
}

async function turn(
	{ place: { session, pid }, contender: { url, workflowIds } }: Participant,
	messages: number,
	toTheEnd: boolean,
): Promise<Turn> {
	const deliveries = Math.ceil(messages / workflowIds.length);
	const executions = deliveries * workflowIds.length;
	const before = processorTime(pid);
	const startedAt = performance.now();
	await deliverAll(url, deliveries);
	const answeredAt = performance.now();
	for (const workflowId of workflowIds) await drained(session, workflowId);
	const endedAt = toTheEnd ? performance.now() : answeredAt;
	const after = processorTime(pid);
	const processorMs = before === undefined ? before : ((after ?? NaN) - before) / executions;
	return { rate: (executions * 1000) / (endedAt - startedAt), processorMs };
}

/** Of the rates of one contender against those of another. */
export function ratioOf(rates: Rates, one: string, other: string): number {
	const valuesOf = (name: string) => rates.get(name)?.map(({ rate }) => rate);
	return medianRatio(valuesOf(one), valuesOf(other));
}

/** The medians of all contenders as text, with the processor time of an execution. */
export function formatRates(rates: Rates): string {
	const format = ([name, turns]: [string, Turn[]]) => {
		const times = turns.flatMap(({ processorMs }) => processorMs ?? []);
		const time = times.length > 0 ? ` (${median(times).toFixed(1)} ms)` : '';
		return `${name}: ${median(turns.map(({ rate }) => rate)).toFixed(0)}/s${time}`;
	};
	return [...rates].map(format).join(', ');
}
