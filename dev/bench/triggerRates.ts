/** Deliveries a second that an n8n takes for several contenders, turn by turn. */
import { z } from 'zod';
import { signIn, type N8nClient } from '../n8n/client';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import { Session } from '../n8n/session';
import { crypto, fs, os, path } from '../platform';
import { median } from './figure';
import type { Contender } from './triggerContenders';
import { deliverAll, drained } from './triggerLoad';

export interface RatesOptions {
	/** Each contender has so many turns; one more comes first, for compiling. */
	rounds: number;
	/** Deliveries in one turn. */
	messages: number;
	/** Settings of the n8n that is measured. */
	env?: NodeJS.ProcessEnv;
}

export interface Place {
	client: N8nClient;
	n8nUrl: string;
	userFolder: string;
}

/** Deliveries a second by contender, turn by turn. */
export type Rates = Map<string, number[]>;

const OWNER = { email: 'bench@example.com', password: 'Benchmark-1' };
/** Deliveries under way at once. */
const CONNECTIONS = 16;

/** Starts an n8n with the packed package, has the contenders published there, and lets them take turns. */
export async function measureRates(
	{ rounds, messages, env = {} }: RatesOptions,
	prepare: (place: Place) => Promise<Contender[]>,
): Promise<Rates> {
	const userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-bench-'));
	await installPackage(userFolder);
	const n8n = await startN8n({ userFolder, env: { EXECUTIONS_DATA_PRUNE: 'false', ...env } });
	let contenders: Contender[] = [];
	try {
		contenders = await prepare({
			client: await signIn(n8n.url, OWNER),
			n8nUrl: n8n.url,
			userFolder,
		});
		const session = await logIn(n8n.url);
		const rates: Rates = new Map(contenders.map(({ name }) => [name, []]));
		for (let round = 0; round <= rounds; round++) {
			// Forwards and backwards, so that none is always the one that follows another.
			for (const contender of round % 2 === 0 ? contenders : [...contenders].reverse()) {
				const rate = await turn(session, contender, messages);
				if (round > 0) rates.get(contender.name)?.push(rate);
			}
		}
		return rates;
	} finally {
		for (const { close } of contenders) await close();
		await n8n.stop();
		await fs.promises.rm(userFolder, { recursive: true, force: true });
	}
}

async function logIn(n8nUrl: string): Promise<Session> {
	const session = new Session(n8nUrl);
	await session.request('POST', '/login', z.unknown(), {
		emailOrLdapLoginId: OWNER.email,
		password: OWNER.password,
	});
	return session;
}

async function turn(session: Session, { url, workflowId }: Contender, messages: number) {
	const prefix = crypto.randomUUID();
	const rate = await deliverAll({ url, messages, connections: CONNECTIONS, prefix });
	await drained(session, workflowId);
	return rate;
}

/** Round by round, so that what else the machine does meanwhile weighs on both alike. */
export function medianRatio(rates: Rates, one: string, other: string): number {
	const others = rates.get(other) ?? [];
	return median((rates.get(one) ?? []).map((rate, round) => rate / (others[round] ?? Infinity)));
}

/** The medians of all contenders in words. */
export function told(rates: Rates): string {
	return [...rates].map(([name, values]) => `${name}: ${median(values).toFixed(0)}/s`).join(', ');
}
