import { z } from 'zod';

import type { AnswerForm } from './answerForms';
import { answerForms } from './answerForms';
import type { PagingForm } from './paging';
import { isPagingForm } from './paging';

export interface SimulatorOptions {
	/** 0 takes any free port. */
	port?: number;
	host?: string;
	/** How many requests one window admits for one key. */
	requestsPerMinute?: number;
	/** Length of the window in milliseconds; tests shorten it. */
	windowMs?: number;
	/** Delay before every response of the API. */
	latencyMs?: number;
	/** The keys of the default user, each `<prefix>.<secret>`; they share one webhook. */
	apiKeys?: string[];
	/** Further users of the organization by name, with their keys; each has a webhook of its own. */
	users?: Record<string, string[]>;
	/** Whether the list of the caller's keys is available, is refused (403) or does not exist (404). */
	apiKeyList?: 'own' | 'forbidden' | 'missing';
	/** What a 429 carries in Retry-After; no such header is shown (reference, Limits). */
	retryAfter?: 'seconds' | 'date' | 'none';
	/** 0: lists come whole. Above: in pages. A search is paged in any case, as it asks. */
	pageSize?: number;
	/** Rows below their name, as a bare array (then a Link header names the next page), or below `data`. */
	listShape?: 'envelope' | 'array' | 'data';
	/** The paging format (./paging). */
	paging?: PagingForm;
	/** The same for a search; the page is asked for in its body. */
	searchPaging?: PagingForm;
	/** How many elements a list claims to have beyond those that it gives. */
	missingElements?: number;
	/** Elements of lists have only their ID, name and status. */
	sparseElements?: boolean;
	/** The largest page that a search gives, whatever it is asked for; 0 refuses what is above 100. */
	clampedPageSize?: number;
	/** In which form a single object, or what was done, is answered (./answerForms). */
	answerForm?: AnswerForm;
	/** 0: a webhook URL may have any length. */
	maxWebhookUrlLength?: number;
	/** Whether a message that is sent over the API is delivered too, with `sent_by_lead: false`. */
	deliverOwnMessages?: boolean;
	/** How long after an asynchronous enrichment its `webhook_url` is called; 0 calls nobody. */
	enrichmentCallMs?: number;
	/** The timeout of a delivery; 0 means none. */
	deliveryTimeoutMs?: number;
}

export type Settings = Required<SimulatorOptions>;

/** The options that tests change and restore: all but address and keys. */
export const defaultSwitches = {
	requestsPerMinute: 50,
	windowMs: 60_000,
	latencyMs: 0,
	apiKeyList: 'own',
	retryAfter: 'none',
	pageSize: 0,
	listShape: 'envelope',
	paging: 'next',
	searchPaging: 'total',
	missingElements: 0,
	sparseElements: false,
	clampedPageSize: 0,
	answerForm: 'documented',
	maxWebhookUrlLength: 0,
	deliverOwnMessages: false,
	enrichmentCallMs: 0,
	// Reference, Events: how long an answer is awaited is not shown; convention: ten seconds.
	deliveryTimeoutMs: 10_000,
} satisfies Omit<Settings, 'port' | 'host' | 'apiKeys' | 'users'>;

export const defaultSettings: Settings = {
	port: 0,
	host: '127.0.0.1',
	apiKeys: ['5f3a9c1e.opens-nothing-but-this-simulator', 'b81d07f2.another-key-of-the-same-user'],
	users: {},
	...defaultSwitches,
};

/** For `npm start` and `npm run simulator`: by then an n8n that waits for the call has stored its run. */
export const enrichmentCallWhenShown = 3000;

/** What `PATCH /_simulator/options` may change. */
export const optionsPatch = z
	.object({
		requestsPerMinute: z.number().int().min(0),
		windowMs: z.number().int().min(1),
		latencyMs: z.number().int().min(0),
		apiKeyList: z.enum(['own', 'forbidden', 'missing']),
		retryAfter: z.enum(['seconds', 'date', 'none']),
		pageSize: z.number().int().min(0),
		listShape: z.enum(['envelope', 'array', 'data']),
		paging: z.string().refine(isPagingForm),
		searchPaging: z.string().refine(isPagingForm),
		missingElements: z.number().int().min(0),
		sparseElements: z.boolean(),
		clampedPageSize: z.number().int().min(0),
		answerForm: z.enum(answerForms),
		maxWebhookUrlLength: z.number().int().min(0),
		deliverOwnMessages: z.boolean(),
		enrichmentCallMs: z.number().int().min(0),
		deliveryTimeoutMs: z.number().int().min(0),
	})
	.partial()
	.strict();
