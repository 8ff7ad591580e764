import { z } from 'zod';

import type { LoggedRequest } from './log';

/**
 * Planned misbehaviour. A fault strikes a request that passed authentication and the rate limit, in
 * the order of the plan, one fault for one request. What each kind does:
 *
 * | fault | the request is | the client gets |
 * |---|---|---|
 * | `status` | not executed | this status (any, 401 and 429 too), body and headers |
 * | `hang` | not executed | nothing, the connection stays open |
 * | `reset` | not executed | a destroyed connection |
 * | `html`, `notJson`, `large`, `redirect` | not executed | what a gateway in between might say |
 * | `resetAfter` | executed | a destroyed connection: the response is lost |
 * | `delay` | executed, `ms` later | the response |
 * | `truncated` | executed | a well-formed response whose JSON is cut in the middle |
 * | `empty` | executed | the status without the body |
 * | `drip` | executed | the body bit by bit over `ms` |
 * | `halfClosed` | executed | half of the announced body, then the end of the connection |
 */
const effect = z.union([
	z.object({
		status: z.number().int().min(200).max(599),
		body: z.unknown(),
		headers: z.record(z.string()).optional(),
		contentType: z.string().optional(),
	}),
	z.discriminatedUnion('kind', [
		z.object({ kind: z.enum(['hang', 'reset', 'html', 'notJson']) }),
		z.object({ kind: z.enum(['resetAfter', 'truncated', 'empty', 'halfClosed']) }),
		z.object({ kind: z.enum(['delay', 'drip']), ms: z.number().min(0) }),
		z.object({ kind: z.literal('redirect'), to: z.string() }),
		z.object({ kind: z.literal('large'), bytes: z.number().int().min(0) }),
	]),
]);

const scope = z.object({
	method: z.string().optional(),
	/** Without any of `\ ^ $ * + ? ( ) [ ] { } |` and beginning with `/`: this very path. Else a regular expression. */
	path: z
		.union([z.string().refine(isExpression, 'Not a path or expression'), z.instanceof(RegExp)])
		.optional(),
	/** The prefix of a key: requests with others pass. */
	key: z.string().optional(),
	/** How many requests it strikes; 1 when left out. */
	times: z.number().min(1).optional(),
	/** How many matching requests pass first. */
	after: z.number().int().min(0).optional(),
});

export const faultSchema = z.intersection(scope, effect);
export type Fault = z.infer<typeof faultSchema>;

function isExpression(source: string): boolean {
	try {
		return new RegExp(source) instanceof RegExp;
	} catch {
		return false;
	}
}

const plainPath = /^\/[^\\^$*+?()[\]{}|]*$/;

type MatchedRequest = Pick<LoggedRequest, 'method' | 'path' | 'key'>;

function matches(fault: Fault, { method, path, key }: MatchedRequest): boolean {
	if (fault.key !== undefined && fault.key !== key) return false;
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (fault.path === undefined) return true;
	if (typeof fault.path === 'string' && plainPath.test(fault.path)) return fault.path === path;
	return new RegExp(fault.path).test(path);
}

interface Planned {
	fault: Fault;
	timesLeft: number;
	toPass: number;
}

export class FaultPlan {
	private planned: Planned[] = [];

	add(...faults: Fault[]): void {
		for (const fault of faults) {
			this.planned.push({ fault, timesLeft: fault.times ?? 1, toPass: fault.after ?? 0 });
		}
	}

	/** The fault that strikes this request, used up by it. */
	next(request: MatchedRequest): Fault | undefined {
		for (const entry of this.planned) {
			if (!matches(entry.fault, request)) continue;
			if (entry.toPass > 0) {
				entry.toPass -= 1;
				continue;
			}
			entry.timesLeft -= 1;
			if (entry.timesLeft <= 0) this.planned = this.planned.filter((other) => other !== entry);
			return entry.fault;
		}
		return undefined;
	}

	clear(): void {
		this.planned = [];
	}
}
