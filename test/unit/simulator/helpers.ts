import { z } from 'zod';

import { startSimulator } from '../../../dev/simulator';
import type { Simulator, SimulatorOptions } from '../../../dev/simulator';
import { defaultSwitches } from '../../../dev/simulator/options';
import { listen } from '../../../dev/n8n/ports';
import { http } from '../../../dev/platform';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed text, or undefined when it is no JSON. */
	json: unknown;
}

/** A simulator for a whole test file, seeded anew before each test, its limit out of the way. */
export function useSimulator(options: SimulatorOptions = {}): { current: Simulator } {
	const initial: SimulatorOptions = { ...defaultSwitches, requestsPerMinute: 10_000, ...options };
	const holder: { simulator?: Simulator } = {};
	beforeAll(async () => {
		holder.simulator = await startSimulator(initial);
	});
	beforeEach(() => {
		holder.simulator?.reset();
		holder.simulator?.configure(initial);
	});
	afterAll(async () => await holder.simulator?.close());
	return {
		get current(): Simulator {
			if (!holder.simulator) throw new TypeError('The simulator is not running');
			return holder.simulator;
		},
	};
}

export const campaigns = '/api/v1/public/campaigns/';

/** One call with the valid key; `body` goes out as JSON, a string as it is. */
export async function call(
	simulator: Simulator,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Reply> {
	const response = await fetch(`${simulator.url}${path}`, {
		method,
		redirect: 'manual',
		headers: { 'x-api-key': simulator.apiKey, 'content-type': 'application/json', ...headers },
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const record = z.preprocess(
	(value) => (Array.isArray(value) ? { ...value } : value),
	z.record(z.unknown()),
);

/** The object at a path inside of a parsed body. */
export function part(json: unknown, ...path: Array<string | number>): Record<string, unknown> {
	return path.reduce<Record<string, unknown>>(
		(inside, name) => record.parse(inside[name]),
		record.parse(json),
	);
}

/** The names of an object's fields, in alphabetical order. */
export function fieldsOf(object: object): string {
	return Object.keys(object).sort().join(' ');
}

export interface Receiver {
	url: string;
	received: Array<{ headers: http.IncomingHttpHeaders; body: string }>;
	/** The responses to the next deliveries. */
	status: number;
	response: string;
	close(): Promise<void>;
}

/** What stands at the end of the webhook slot. */
export async function startReceiver(): Promise<Receiver> {
	const server = http.createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString();
			receiver.received.push({ headers: request.headers, body });
			response.statusCode = receiver.status;
			response.end(receiver.response);
		});
	});
	const receiver: Receiver = {
		url: `${await listen(server)}/webhook?token=abc`,
		received: [],
		status: 200,
		response: 'taken',
		close: async () => {
			server.closeAllConnections();
			// Closed twice is closed: some tests take the receiver away themselves.
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return receiver;
}

/** Starts receivers, which are closed after each test. */
export function useReceivers(): () => Promise<Receiver> {
	const started: Receiver[] = [];
	afterEach(async () => await Promise.all(started.splice(0).map(({ close }) => close())));
	return async () => {
		const receiver = await startReceiver();
		started.push(receiver);
		return receiver;
	};
}
