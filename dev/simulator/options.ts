import { z } from 'zod';

export interface SimulatorOptions {
	/** 0 takes any free port. */
	port?: number;
	host?: string;
	/** How many requests one window admits for one key. */
	requestsPerMinute?: number;
	/** Length of the window in milliseconds; tests shorten it. */
	windowMs?: number;
	/** Waited before every answer of the API. */
	latencyMs?: number;
	/** Valid keys, each `<prefix>.<secret>`. */
	apiKeys?: string[];
	/** What a 429 carries in Retry-After; the reference mentions no such header. */
	retryAfter?: 'seconds' | 'date' | 'none';
	/** 0: lists come whole. Above: in pages with a `next` link. */
	pageSize?: number;
	listShape?: 'envelope' | 'array';
}

export type Settings = Required<SimulatorOptions>;

export const defaultSettings: Settings = {
	port: 0,
	host: '127.0.0.1',
	requestsPerMinute: 50,
	windowMs: 60_000,
	latencyMs: 0,
	apiKeys: ['5f3a9c1e.opens-nothing-but-this-simulator'],
	retryAfter: 'none',
	pageSize: 0,
	listShape: 'envelope',
};

/** What `PATCH /_simulator/options` may change. */
export const optionsPatch = z
	.object({
		requestsPerMinute: z.number().int().min(0),
		windowMs: z.number().int().min(1),
		latencyMs: z.number().int().min(0),
		retryAfter: z.enum(['seconds', 'date', 'none']),
		pageSize: z.number().int().min(0),
		listShape: z.enum(['envelope', 'array']),
	})
	.partial()
	.strict();
