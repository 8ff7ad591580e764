import type { IDataObject } from 'n8n-workflow';
import type { ResponseSchema } from './responses/json';
import type { Query, RequestOptions } from './http/request';
import type { WriteLog } from './http/writeLog';
import type { Delay } from './rateLimit/rateLimiter';

export interface ObjectOptions extends RequestOptions {
	/** The envelope's key: `{ success: true, campaign: {…} }` becomes the campaign. */
	unwrap?: string;
	schema?: ResponseSchema;
}

export interface ListOptions {
	/** Stop at so many elements; all of them without it. */
	limit?: number;
	/** The key under which the service is expected to send the elements; it goes before all others. */
	key?: string | string[];
	/** Query of the first page; the service repeats it in the links to the others. */
	query?: Query;
	schema?: ResponseSchema;
	/** Whether the requests for its pages are urgent. */
	urgent?: boolean;
}

export interface SearchOptions extends ListOptions {
	/** The search, with the first page and the page size. */
	body: IDataObject & { page: number; page_size: number };
}

/** Options for the requests of one item. */
export interface ItemOptions {
	/** Writes in it are not sent again. */
	writes?: WriteLog;
	/** How long a response may take. */
	timeoutMs?: number;
}

/** Gets notified of what happens to the requests of a run. */
export interface RunObserver {
	/** A request has to wait for the rate limit. */
	onDelay?: (delay: Delay & { requestsPerMinute: number }) => void;
	/** Something that the user should know of a run that succeeded. */
	onHint?: (text: string) => void;
}
