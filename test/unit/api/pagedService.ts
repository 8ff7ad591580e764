/** A small service that pages its list in one of many forms, and heeds only the parameters of that form. */
import { http } from '../../../dev/platform';

export const TOTAL = 60;
export const SIZE = 25;

/** The parameter that selects a page, and what the service makes of values that it does not expect. */
interface Selector {
	parameter: string;
	/** The index of the page's first row; `NaN` for what the service does not understand. */
	start: (value: string) => number;
	value: (start: number) => string;
	/** What comes for a page after the last: by default one without rows. */
	beyond?: 404 | 'last page';
	/** Whether parameters that the service does not have get a 404. */
	strict?: boolean;
}

export const page = (parameter = 'page', first = 1, beyond?: Selector['beyond']): Selector => ({
	parameter,
	start: (value) => (Number(value) - first) * SIZE,
	value: (start) => String(start / SIZE + first),
	beyond,
});
export const pageOr404 = (parameter = 'page', first = 1) => page(parameter, first, 404);
export const pageOrLast = () => page('page', 1, 'last page');
export const offset = (parameter = 'offset', first = 0): Selector => ({
	parameter,
	start: (value) => Number(value) - first,
	value: (start) => String(start + first),
});
export const cursor = (parameter = 'cursor'): Selector => ({
	parameter,
	start: (value) => Number(/^cD0(\d+)$/.exec(value)?.[1]),
	value: (start) => `cD0${start}`,
});
/** The ID of the last row of the page before. */
export const lastId = (parameter: string): Selector => ({
	parameter,
	start: Number,
	value: String,
});
export const strict = (by: Selector): Selector => ({ ...by, strict: true });

/** One page of a form. */
export type View = NonNullable<ReturnType<typeof viewOf>>;
type Body = (view: View) => unknown;
type Headers = (view: View) => Record<string, string>;

export interface Form {
	name: string;
	by: Selector;
	body: Body;
	/** Its own headers. */
	headers?: Headers;
	/** Read to its end; or read in part, with a hint; else neither. */
	outcome: 'complete' | 'told' | 'silent';
}

export const form = (name: string, by: Selector, body: Body, headers?: Headers): Form => ({
	...{ name, by, body, headers },
	outcome: 'complete',
});
export const told = (...given: Parameters<typeof form>): Form => ({
	...form(...given),
	outcome: 'told',
});
export const silent = (...given: Parameters<typeof form>): Form => ({
	...form(...given),
	outcome: 'silent',
});

const ALL = Array.from({ length: TOTAL }, (_, at) => ({ id: at + 1, name: `Lead ${at + 1}` }));

/** The page that a URL asks for. */
function viewOf(by: Selector, url: URL, path: string) {
	const inPath = /\/at\/(\w+)$/.exec(url.pathname)?.[1];
	const asked = inPath ?? url.searchParams.get(by.parameter);
	const wanted = asked === null ? 0 : by.start(asked);
	if (!(wanted >= 0)) return undefined;
	const isBeyond = wanted >= TOTAL;
	if (isBeyond && by.beyond === 404) return undefined;
	const start = isBeyond && by.beyond === 'last page' ? 50 : wanted;
	const end = Math.min(start + SIZE, TOTAL);
	const isLast = end === TOTAL;
	const target = new URL(path, url);
	target.searchParams.set(by.parameter, by.value(end));
	return {
		rows: ALL.slice(start, end),
		/** The index of its first row, and of the first row after it; the path of the list. */
		...{ start, end, isLast, path },
		/** Counted from 1. */
		number: Math.floor(start / SIZE) + 1,
		pages: Math.ceil(TOTAL / SIZE),
		/** The parameter's value, path and query, and whole address of the next page; `null` on the last. */
		next: isLast ? null : by.value(end),
		nextPath: isLast ? null : `${target.pathname}${target.search}`,
		nextUrl: isLast ? null : target.href,
		/** The cursor after the last row of the page, also of the last page. */
		endCursor: by.value(end),
	};
}

/** The service of all forms, each below its number; its own parameters alone are heeded. */
export function serviceOf(forms: Form[]) {
	return http.createServer((request, response) => {
		const url = new URL(request.url ?? '', `http://${request.headers.host}`);
		const [, path = '', number] = /^(\/api\/forms\/(\d+)\/)/.exec(url.pathname) ?? [];
		const asked = forms[Number(number)];
		const isKnown = [...url.searchParams.keys()].every((name) => name === asked?.by.parameter);
		const view = asked && (isKnown || !asked.by.strict) ? viewOf(asked.by, url, path) : undefined;
		response.statusCode = view ? 200 : 404;
		response.setHeader('content-type', 'application/json');
		for (const [name, value] of Object.entries((view && asked?.headers?.(view)) ?? {})) {
			response.setHeader(name, value);
		}
		response.end(JSON.stringify(view ? asked?.body(view) : { detail: 'Invalid page.' }));
	});
}
