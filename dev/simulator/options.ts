import { z } from 'zod';

import { responseForms } from './responseForms';
import type { PagingForm } from './paging';
import { isPagingForm } from './paging';

const count = z.number().int().min(0);
const pagingForm = z.custom<PagingForm>(isPagingForm);

/** The options that tests change and restore, with what holds otherwise: all but address and keys. */
const switches = z.object({
	/** How many requests one window admits for one key. */
	requestsPerMinute: count.default(50),
	/** Length of the window in milliseconds; tests shorten it. */
	windowMs: count.min(1).default(60_000),
	/** Delay before every response of the API. */
	latencyMs: count.default(0),
	/** Whether the list of the caller's keys is available, is rejected (403) or does not exist (404). */
	apiKeyList: z.enum(['own', 'forbidden', 'missing']).default('own'),
	/** The form of Retry-After in a 429; no such header is shown (reference, Limits). */
	retryAfter: z.enum(['seconds', 'date', 'none']).default('none'),
	/** 0: lists come whole. Above: in pages. A search is paged in any case, as it asks. */
	pageSize: count.default(0),
	/** The paging format (./paging). */
	paging: pagingForm.default('next'),
	/** The paging format of a search, which names the page in its body. */
	searchPaging: pagingForm.default('total'),
	/** The largest page that a search gives, whatever it is asked for; 0 rejects what is above 100. */
	clampedPageSize: count.default(0),
	/** The form of a response with a single object, or after a write (./responseForms). */
	responseForm: z.enum(responseForms).default('documented'),
	/** How long after an asynchronous enrichment its `webhook_url` is called; 0 calls nobody. */
	enrichmentCallMs: count.default(0),
	/**
	 * The timeout of a delivery; 0 means none. Reference, Events: how long a response is awaited is not
	 * shown; convention: ten seconds.
	 */
	deliveryTimeoutMs: count.default(10_000),
});

export interface Settings extends z.output<typeof switches> {
	/** 0 takes any free port. */
	port: number;
	host: string;
	/** The keys of the default user, each `<prefix>.<secret>`; they share one webhook. */
	apiKeys: string[];
	/** Further users of the organization by name, with their keys; each has a webhook of its own. */
	users: Record<string, string[]>;
	/** The real origin of deliveries to an origin, such as `{ 'https://n8n.example.com': 'http://localhost:5678' }`. */
	receivers: Record<string, string>;
}

export type SimulatorOptions = Partial<Settings>;

export const defaultSwitches = switches.parse({});

export const defaultSettings: Settings = {
	port: 0,
	host: '127.0.0.1',
	apiKeys: ['5f3a9c1e.opens-nothing-but-this-simulator', 'b81d07f2.another-key-of-the-same-user'],
	users: {},
	receivers: {},
	...defaultSwitches,
};

/** For `npm start` and `npm run simulator`: by then an n8n that waits for the call has stored its run. */
export const enrichmentCallWhenShown = 3000;

/** The options that `PATCH /_simulator/options` can change. */
export const optionsPatch = switches.partial().strict();
