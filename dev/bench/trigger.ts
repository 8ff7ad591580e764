/**
 * How fast the trigger takes deliveries, compared with n8n's own Webhook node in the same n8n, and
 * whether a larger deduplication window slows it down.
 */
import { z } from 'zod';
import { signIn } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import { Session } from '../n8n/session';
import { crypto, fs, os, path } from '../platform';
import { median, type Figure } from './figure';
import { fillWindow, trigger, webhookNode, type Contender } from './triggerContenders';
import { deliverAll, drained } from './triggerLoad';

export interface TriggerBenchOptions {
	/** Each contender has so many turns. */
	rounds?: number;
	/** Deliveries in one turn. */
	messages?: number;
	/** Deliveries under way at once. */
	connections?: number;
}

const OWNER = { email: 'bench@example.com', password: 'Benchmark-1' };
const WINDOWS = [100, 1_000, 10_000];
const BUILT_IN = 'Webhook node';
const BUILT_IN_EXPRESSION = 'Webhook node with an expression';
const windowName = (window: number) => `window ${window}`;
/** The trigger as it is without any option. */
const DEFAULT = windowName(1_000);

/** Deliveries a second by contender, turn by turn. */
type Rates = Map<string, number[]>;

/**
 * Two measurements, each in an n8n of its own, packed package included:
 *
 * 1. n8n's legacy expression engine, in which n8n itself spends least on a delivery, so that what the
 *    node adds shows most.
 * 2. n8n's default engine. There n8n 2.41 makes an isolate for each delivery (40 ms of CPU), from which
 *    live-webhooks.js exempts its own Webhook node alone, and that only without expressions. No other node can
 *    be as fast, so the bar compares with a Webhook node that has an expression; the exempted one is told beside it.
 */
export async function benchTrigger(options: TriggerBenchOptions = {}): Promise<Figure[]> {
	const legacy = await measure({ N8N_EXPRESSION_ENGINE: 'legacy' }, WINDOWS, options);
	const standard = await measure({}, [1_000], {
		...options,
		messages: (options.messages ?? 400) / 4,
	});
	return [
		against(BUILT_IN, legacy, 'legacy expression engine'),
		flatness(legacy),
		against(BUILT_IN_EXPRESSION, standard, 'default expression engine'),
	];
}

async function measure(
	env: NodeJS.ProcessEnv,
	windows: number[],
	{ rounds = 15, messages = 400, connections = 16 }: TriggerBenchOptions,
): Promise<Rates> {
	const userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-bench-'));
	await installPackage(userFolder);
	const n8n = await startN8n({ userFolder, env: { EXECUTIONS_DATA_PRUNE: 'false', ...env } });
	const contenders: Contender[] = [];
	try {
		const session = new Session(n8n.url);
		contenders.push(...(await setUp(n8n.url, userFolder, windows)));
		await session.request('POST', '/login', z.unknown(), {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
		const rates: Rates = new Map(contenders.map(({ name }) => [name, []]));
		// The first round is for compiling.
		for (let round = 0; round <= rounds; round++) {
			// Forwards and backwards, so that none is always the one that follows another.
			const order = round % 2 === 0 ? contenders : [...contenders].reverse();
			for (const { name, url, workflowId } of order) {
				const load = { url, messages, connections, prefix: crypto.randomUUID() };
				const rate = await deliverAll(load);
				await drained(session, workflowId);
				if (round > 0) rates.get(name)?.push(rate);
			}
		}
		return rates;
	} finally {
		for (const { close } of contenders) await close();
		await n8n.stop();
		await fs.promises.rm(userFolder, { recursive: true, force: true });
	}
}

async function setUp(n8nUrl: string, userFolder: string, windows: number[]): Promise<Contender[]> {
	const client = await signIn(n8nUrl, OWNER);
	const installation = await ensureN8n();
	const contenders: Contender[] = [
		await webhookNode(client, n8nUrl, BUILT_IN),
		await webhookNode(client, n8nUrl, BUILT_IN_EXPRESSION, { responseData: '={{ "taken" }}' }),
	];
	for (const window of windows) {
		const contender = await trigger(client, windowName(window), window);
		await fillWindow(installation, userFolder, contender, window);
		contenders.push(contender);
	}
	return contenders;
}

/** Round by round, so that what else the machine does meanwhile weighs on both alike. */
function medianRatio(rates: Rates, one: string, other: string): number {
	const others = rates.get(other) ?? [];
	return median((rates.get(one) ?? []).map((rate, round) => rate / (others[round] ?? Infinity)));
}

function told(rates: Rates): string {
	return [...rates].map(([name, values]) => `${name}: ${median(values).toFixed(0)}/s`).join(', ');
}

function against(other: string, rates: Rates, conditions: string): Figure {
	const exempt = medianRatio(rates, DEFAULT, BUILT_IN).toFixed(2);
	return {
		name: `trigger: deliveries a second against n8n's ${other}, ${conditions}`,
		ratio: medianRatio(rates, DEFAULT, other),
		bar: 0.95,
		detail: other === BUILT_IN ? told(rates) : `${told(rates)}; against the ${BUILT_IN}: ${exempt}`,
	};
}

function flatness(rates: Rates): Figure {
	const ratios = WINDOWS.map((window) => medianRatio(rates, windowName(window), DEFAULT));
	return {
		name: 'trigger: slowest against fastest of full deduplication windows (100, 1,000, 10,000)',
		ratio: Math.min(...ratios) / Math.max(...ratios),
		bar: 0.9,
		detail: told(rates),
	};
}
