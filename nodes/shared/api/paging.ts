/** No list of the service is longer than this many pages; what is, does not end. */
export const MAX_PAGES = 1_000;

export interface PageProblem {
	message: string;
	advice: string[];
}

/** Where a Link header (RFC 8288), the way of bare arrays, says that a list goes on. */
export function linkedNext(link = ''): string | undefined {
	const found = /<([^<>]*)>[^<]*;\s*rel="?next\b/i.exec(link);
	return found?.[1];
}

/**
 * Decides where a list goes on (reference, Limits: pagination is not shown; by convention a page
 * names the next one in `next`).
 *
 * A `next` on the same host that differs in the scheme alone is what services behind a
 * TLS-terminating proxy send: it is read at the origin of the present page.
 *
 * @param next as the page says, absolute or relative
 * @param current the page it stands on
 * @param seen pages fetched so far
 * @returns the next page, `undefined` at the end, or the problem when the list cannot be completed
 */
export function nextPage(
	next: string | undefined,
	current: URL,
	seen: ReadonlySet<string>,
): URL | PageProblem | undefined {
	if (next === undefined || next === '') return undefined;
	// A cursor or a page number would pass for the last segment of a path.
	if (!/^(https?:|[/?])/i.test(next) || !URL.canParse(next, current.href)) {
		return { message: `The list goes on at "${next}", which is no URL`, advice: [LIMIT_ADVICE] };
	}
	const target = new URL(next, current.href);
	if (target.host !== current.host) {
		return {
			message: `The list goes on at another address (${target.origin})`,
			advice: ['It was not followed, so that the API key goes to the base URL alone', LIMIT_ADVICE],
		};
	}
	target.protocol = current.protocol;
	target.username = target.password = target.hash = '';
	// A page that names one already read would repeat its elements for ever.
	return seen.has(target.href) ? undefined : target;
}

const LIMIT_ADVICE =
	'To work with what was found so far, turn off Return All and set a lower limit';
