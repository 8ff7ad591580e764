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

interface RatesOptions {
	/** Each contender has so many turns; one more comes first, for compiling. */
	rounds: number;
	/** Executions that one turn starts. */
	messages: number;
	/** Whether the time ends with the last execution, and not with the last answer. */
	toTheEnd?: boolean;
	/** Settings of the n8n that is measured. */
	env?: NodeJS.ProcessEnv;
}

export interface Place {
	client: N8nClient;
	n8nUrl: string;
	session: Session;
	/** Of n8n. */
	pid: number | undefined;
	close(): Promise<void>;
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

/** Starts an n8n with the packed package. */
export async function openPlace(env?: NodeJS.ProcessEnv): Promise<Place> {
	const userFolder = newFolder('n8n-bench');
	await installPackage(userFolder);
	const n8n = await startN8n({ userFolder, env: { EXECUTIONS_DATA_PRUNE: 'false', ...env } });
	const close = async () => {
		await n8n.stop();
		await remove(userFolder);
	};
	const client = await signIn(n8n.url, OWNER).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return { client, n8nUrl: n8n.url, session: client.session, pid: n8n.pid, close };
}

/** Starts an n8n with the packed package, has the contenders published there, and lets them take turns. */
export async function measureRates(
	{ rounds, messages, toTheEnd = false, env }: RatesOptions,
	prepare: (place: Place) => Promise<Contender[]>,
): Promise<Rates> {
	const place = await openPlace(env);
	let contenders: Contender[] = [];
	try {
		contenders = await prepare(place);
		const turns = await takeTurns(
			{ rounds, warmUps: 1 },
			contenders,
			async (contender) => await turn(place, contender, messages, toTheEnd),
		);
		return new Map([...turns].map(([{ name }, results]) => [name, results]));
	} finally {
		for (const { close } of contenders) await close();
		await place.close();
	}
}

async function turn(
	{ session, pid }: Place,
	{ url, workflowIds }: Contender,
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
