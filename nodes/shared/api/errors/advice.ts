import { isDataObject } from '../../json';
import type { WireRequest } from '../http/exchange';
import type { Cause } from './problem';

/** What is known about a failure with a status, a network code (Node.js, errno, TLS), or a message. */
interface Rule {
	/** Matches the status, or the network code if there is no response. */
	code?: RegExp;
	/** Matches the service's error message, or the reason of a network error. */
	pattern?: Pick<RegExp, 'test'>;
	/** What happened, if the service cannot say it. */
	message?: string;
	advice: string | ((request: WireRequest) => string);
	/** The failure cause that n8n reads. */
	cause?: Cause;
	/** Set if nothing can have reached the service. */
	neverSent?: true;
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

/** The IDs that the body of a request names, such as the campaign that leads are added to. */
function idsIn(body: unknown): string[] {
	return Object.entries(isDataObject(body) ? body : {}).flatMap(([name, value]) => {
		const [, what = ''] = /^(campaign|.+(?=_ids?$))/.exec(name) ?? [];
		if (what === '' || value === null || [value].flat().length === 0) return [];
		const words = what.replace(/_/g, ' ');
		return [value].flat().length > 1 ? `one of the ${words} IDs` : `${words} ${[value].flat()[0]}`;
	});
}

/**
 * What to do about a path that does not exist. Most operations are in no published reference of the service,
 * so the base URL is wrong only if others fail as well.
 */
export function adviceOnMissingPath({ method, url: { pathname } }: WireRequest): string {
	return `The service has no ${method} ${pathname}. If other operations work, it does not offer this one; otherwise check that the base URL in the credential points to the API, not to the web app`;
}

/** What to do about a 404: check the IDs of the request; without one, the path does not exist there. */
function adviceOn404(request: WireRequest): string {
	const { pathname: path } = request.url;
	const [last] = [...path.matchAll(/\/(?!api\/)([a-z-]+)\/([^/]*\d[^/]*)(?=\/)/g)].slice(-1);
	const [, resource = '', id = ''] = last ?? [];
	if (last === undefined) return adviceOnMissingPath(request);
	const name = NAMES[resource];
	const missing = [name ? `${name} ${id}` : path, ...idsIn(request.body)];
	const other =
		resource === 'chats'
			? '. The lead ID of an incoming message may be another ID: under Prospect choose LinkedIn or Email'
			: '';
	const [, campaign] = /\/campaigns\/(\d+)\/steps\/\d/.exec(path) ?? [];
	const owner = campaign ? `campaign ${campaign}` : 'the workspace of this API key';
	if (missing.length > 1) {
		return `${missing.join(' or ')} was not found. Check these IDs, and that they belong to ${owner}${other}`;
	}
	return `${missing[0]} was not found. Check the ID, and that it belongs to ${owner}${other}`;
}

const MONEY = /\b(credits?|quotas?|plan|subscription|billing)\b/i;
const LACKING =
	/\b(insufficient|(not|n't) (have )?enough|no (more )?|out of|low|exceed\w*|exhausted|used up|reached|upgrade|requires?|(not|n't) (include|cover)\w*)\b/i;
const LONG_PERIOD =
	/\b(daily|weekly|monthly|(per|a|each|this) (day|week|month)|today|24 ?h(ours)?)\b/i;
const SHORT_PERIOD = /\b(per|a|each) (second|minute)\b/i;
/** Words for a rate limit. */
export const RATE_LIMIT = /\b(rate.?limit\w*|too many requests|throttl\w*)\b/i;

/** Whether a rejection is about credits or a plan that do not cover the request, rather than about a value. */
const lacksCredits = (text: string) => MONEY.test(text) && LACKING.test(text);

/**
 * Whether the words of a 429 name a limit that minutes of waiting do not lift: "Daily message limit reached"
 * and "Quota exceeded", but not "Rate limit exceeded: upgrade your plan".
 */
export function isQuota(text: string): boolean {
	if (SHORT_PERIOD.test(text)) return false;
	return LONG_PERIOD.test(text) || (MONEY.test(text) && !RATE_LIMIT.test(text));
}

/** The connection was not made, so nothing of the request has left n8n. */
const NOT_CONNECTED =
	/^connect E|before receiving CONNECT|proxy CONNECT response|before secure TLS connection|^getaddrinfo|tunneling socket could not/i;

/** The advice for a rejection that no other rule matches. */
export const REJECTED_ADVICE = 'The service rejected the request. Change what its message names';

const NOT_COVERED =
	'The plan, a quota or the credits of the workspace do not cover this. Check them in the service, then run it again';

/** A rule that matches the message takes precedence; otherwise the first one for the code applies. */
const RULES: Rule[] = [
	{
		pattern: /^(?=.*\bsteps?\b)(?=.*\bdelet)(?=.*\bactive\b)(?=.*\bcampaign)/is,
		advice:
			'Pause the campaign in the service first (this node cannot): its steps cannot be deleted while it is ACTIVE',
	},
	{
		pattern:
			/\bno campaign matches\b|\bcampaign( (with )?(id )?["'#]?\d+["']?)? (was |could )?(not (be )?found|does not exist)/i,
		advice: (request) =>
			`${campaignOf(request)} is not among the campaigns that this API key can see. Choose the campaign from the list`,
		cause: 'configuration-invalid',
	},
	{
		code: /^401$/,
		pattern: /missing|not provided|\bprovide\b/i,
		advice:
			'The service found no valid API key. Open the credential and enter the full key, prefix.secret. It must not have been revoked or have expired',
		cause: 'credential-invalid',
	},
	{
		code: /^(400|422)$/,
		pattern: /\bno (existing |active )?conversation\b/i,
		advice:
			'Send Message works only in an existing chat. Chat: Get Many lists the prospects who have one',
	},
	{
		code: /^(2..|400|402|403|409|422)$/,
		pattern: { test: lacksCredits },
		advice: NOT_COVERED,
		cause: 'quota-exhausted',
	},
	{ code: /^429$/, pattern: { test: isQuota }, advice: NOT_COVERED, cause: 'quota-exhausted' },
	{
		code: /^304$/,
		advice:
			'A cache between n8n and the service responded with "not modified" (304). Exclude this API from caching',
	},
	{
		code: /^(400|422)$/,
		advice: REJECTED_ADVICE,
	},
	{
		code: /^401$/,
		advice:
			'Check the credential: the API key must be the full key, prefix.secret, of the service at the base URL, and must not have been revoked or have expired',
		cause: 'credential-invalid',
	},
	{ code: /^402$/, advice: NOT_COVERED, cause: 'quota-exhausted' },
	{
		code: /^403$/,
		advice: 'The API key is valid but not allowed to do this. Use the key of a user who has access',
		cause: 'configuration-invalid',
	},
	{ code: /^404$/, advice: adviceOn404, cause: 'configuration-invalid' },
	{
		code: /^407$/,
		message: 'The proxy between n8n and the service asks for a user name and a password',
		advice:
			"Nothing reached the service. Enter them in n8n's environment variable HTTPS_PROXY (HTTP_PROXY for http://), or exclude the service with NO_PROXY",
		cause: 'configuration-invalid',
	},
	{
		code: /^413$/,
		advice:
			'The request is too large for the service. Send less per request: a lower Batch Size, fewer IDs, a shorter text or a smaller file',
	},
	{
		code: /^429$/,
		advice:
			'The service rejected every request for 10 minutes, probably because other programs use the same API key. Lower Requests per Minute in the credential, or run them at different times',
		cause: 'rate-limited',
	},
	{
		code: /^(408|50[0234])$/,
		advice:
			"The service failed. Try again later. If it keeps failing, contact the service's support",
		cause: 'temporarily-unavailable',
	},
	{
		// Cloudflare's own statuses.
		code: /^52\d$/,
		advice:
			"The proxy in front of the service got no valid response from it. Try again later. If it keeps failing, contact the service's support",
		cause: 'temporarily-unavailable',
	},
	{
		code: /^(?!ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\D/,
		pattern: NOT_CONNECTED,
		message: 'No connection to the service could be made',
		advice:
			'Nothing was sent. Try again later; if it keeps failing check the base URL in the credential, and a proxy or a firewall between n8n and the service',
		cause: 'temporarily-unavailable',
		neverSent: true,
	},
	{
		code: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: "The service's host name could not be resolved",
		advice: 'Check the base URL in the credential, and the name resolution of the n8n server',
		neverSent: true,
	},
	{
		code: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		message: 'Nothing responds at the base URL',
		advice: 'Check the base URL and its port in the credential',
		cause: 'temporarily-unavailable',
		neverSent: true,
	},
	{
		code: /^ERR_(INVALID|UNESCAPED)_/,
		message: 'The request could not be made',
		advice:
			"Nothing was sent. Check the base URL in the credential, and the proxy in n8n's environment variable HTTPS_PROXY, if there is one",
		neverSent: true,
	},
	{
		code: /^(EPROTO|ERR_SSL_.*)$/,
		message: 'No secure connection to the service could be made',
		advice:
			'Check the base URL in the credential: the port may be one for http:// instead of https://',
	},
	{
		code: /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME_MISMATCH|INVALID_CA/,
		message: "The service's certificate is not trusted",
		advice:
			'Check the base URL in the credential. If a proxy or a certificate authority of your own is in between, make n8n trust it with NODE_EXTRA_CA_CERTS',
		neverSent: true,
	},
	{
		code: /^(TIMEOUT|ETIMEDOUT|ECONNABORTED)$/,
		message: 'The service did not respond in time',
		advice: 'Try again later, or allow it more time with the option Timeout (Seconds)',
		cause: 'temporarily-unavailable',
	},
	{
		code: /^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/,
		message: 'The connection broke before the response was complete',
		advice: 'Try again later',
		cause: 'temporarily-unavailable',
	},
	{ code: /^\D/, message: 'The request failed', advice: 'Try again later' },
	{
		// A failure may have any status, 200 included (reference, Errors).
		code: /^[24]/,
		advice:
			"Check what was sent. If it is what you meant to send, ask the service's support what its response means",
	},
];

function rulesFor(code: string, message = ''): Rule[] {
	const fits = (rule: Rule) =>
		(rule.code?.test(code) ?? true) && (rule.pattern?.test(message) ?? true);
	const special = RULES.filter((rule) => rule.pattern && fits(rule));
	return special.length > 0 ? special : RULES.filter(fits).slice(0, 1);
}

/**
 * Looks a failure up in the one table: what it means, what the user can do about it, and its cause for n8n.
 *
 * @param code the status, or the network code if there is no response
 * @param request the request, whose IDs the advice names
 * @param message the service's error message
 */
export function diagnose(code: string, request: WireRequest, message?: string) {
	const rules = rulesFor(code, message);
	const texts = rules.map(({ advice }) => (typeof advice === 'string' ? advice : advice(request)));
	return { message: rules[0]?.message, advice: texts, cause: rules[0]?.cause };
}

/**
 * Whether nothing can have reached the service before a failure.
 *
 * @param code the network code, or the status of a proxy's response
 * @param reason the message of the network error
 */
export function wasNeverSent(code: string, reason?: string): boolean {
	return rulesFor(code, reason)[0]?.neverSent ?? false;
}
