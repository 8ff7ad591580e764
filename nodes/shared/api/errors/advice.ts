import { isDataObject } from '../responses/json';
import type { WireRequest } from '../http/exchange';
import type { Cause } from './failure';

interface Rule {
	statuses?: number[];
	/** Must match the service's error message. */
	pattern?: RegExp;
	advice: (request: WireRequest) => string;
	/** The failure cause that n8n reads. */
	cause?: Cause;
}

/** The campaign that a request is about, by its path or its body. */
function campaignOf({ url, body }: WireRequest): string {
	const [, id] = /\/campaigns\/([^/]+)\//.exec(url.pathname) ?? [];
	const sent = isDataObject(body) ? (body.campaign_id ?? body.campaign) : undefined;
	return id === undefined && sent === undefined ? 'The campaign' : `Campaign ID ${id ?? sent}`;
}

const NAMES: Record<string, string> = {
	'api-keys': 'API key',
	campaigns: 'Campaign',
	chats: 'Prospect',
	'lead-lists': 'Lead list',
	steps: 'Campaign step',
};

/** What to do about a 404, by the last ID in the path; without an ID, the address is wrong. */
function adviceOn404(path: string): string {
	const [last] = [...path.matchAll(/\/([a-z-]+)\/([\da-f-]*\d[\da-f-]*)(?=\/)/g)].slice(-1);
	const name = NAMES[last?.[1] ?? ''];
	if (last === undefined) {
		return `There is no ${path} at this base URL. Check the base URL in the credential: it must lead to the API, not to the web app`;
	}
	const what = name ? `${name} ${last[2]}` : path;
	const other =
		name === NAMES.chats ? '. The lead ID of an incoming message may be another ID' : '';
	const [, campaign] = /\/campaigns\/(\d+)\/steps\//.exec(path) ?? [];
	const owner = campaign ? `campaign ${campaign}` : 'the workspace of this API key';
	return `${what} was not found. Check the ID, and that it belongs to ${owner}${other}`;
}

/** What to do about a refusal; a rule that matches the message takes precedence over one for the status. */
const ADVICE: Rule[] = [
	{
		pattern: /\bdelet.*\bactive campaign/i,
		advice: () => 'Pause the campaign first: its steps cannot be deleted while it is ACTIVE',
	},
	{
		pattern:
			/\bcampaign( (with )?(id )?["'#]?\d+["']?)? (was |could )?(not (be )?found|does not exist)/i,
		advice: (request) =>
			`${campaignOf(request)} is not among the campaigns that this API key can see. Choose the campaign from the list`,
		cause: 'configuration-invalid',
	},
	{
		statuses: [401],
		pattern: /missing|not provided|\bprovide\b/i,
		advice: () =>
			'The service found no valid API key. Open the credential and enter the whole prefix.secret of a key that was not revoked',
		cause: 'credential-invalid',
	},
	{
		statuses: [401],
		advice: () =>
			'Check the credential: the API key must be the whole prefix.secret, still be valid, and belong to the service at the base URL',
		cause: 'credential-invalid',
	},
	{
		statuses: [403],
		advice: () => 'The API key is valid, but may not do this. Use a key of a user who has access',
		cause: 'configuration-invalid',
	},
	{
		statuses: [404],
		advice: ({ url }) => adviceOn404(url.pathname),
		cause: 'configuration-invalid',
	},
	{
		statuses: [429],
		advice: () =>
			"Other programs use the same API key, so that no room was left within 10 minutes of waiting. Lower the credential's requests per minute, so that each has its share, or run them at different times",
		cause: 'rate-limited',
	},
	{
		statuses: [400, 422],
		pattern: /\bno (existing |active )?conversation\b/i,
		advice: () =>
			'Send Message replies in a conversation that exists. Get Many: Chat lists the prospects who have one',
	},
	{
		statuses: [400, 422],
		advice: () => 'The service refused a value. Change the field that it names',
	},
	{
		statuses: [408, 500, 502, 503, 504],
		advice: () =>
			'The service failed. Try again later, and if it goes on failing tell its operators',
		cause: 'temporarily-unavailable',
	},
];

function rulesFor(status: number, message: string): Rule[] {
	const fits = (rule: Rule) =>
		(rule.statuses?.includes(status) ?? true) && (rule.pattern?.test(message) ?? true);
	const special = ADVICE.filter((rule) => rule.pattern && fits(rule));
	return special.length > 0 ? special : ADVICE.filter(fits);
}

/**
 * What a user can do about a refusal.
 *
 * @param message the service's error message
 * @param request to name the IDs in it
 */
export function adviceFor(status: number, message: string, request: WireRequest): string[] {
	return rulesFor(status, message).map((rule) => rule.advice(request));
}

/** The cause of a refusal as n8n reads it; nothing where neither status nor message tells. */
export function causeOf(status: number, message: string): Cause | undefined {
	return rulesFor(status, message)[0]?.cause;
}
