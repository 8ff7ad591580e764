import { isDataObject } from '../responses/json';
import type { WireRequest } from '../http/exchange';
import type { Cause } from './problem';

/** What is known about a failure with a status, a network code (Node.js, errno, TLS), or a message. */
interface Rule {
	/** Matches the status, or the network code where there is no response. */
	code?: RegExp;
	/** Matches the service's error message. */
	pattern?: RegExp;
	/** What happened, where the service cannot say it. */
	message?: string;
	advice: string | ((request: WireRequest) => string);
	/** The failure cause that n8n reads. */
	cause?: Cause;
	/** Nothing can have reached the service. */
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

/** What to do about a 404, by the last ID in the path; without an ID, the address is wrong. */
function adviceOn404({ url: { pathname: path } }: WireRequest): string {
	const [last] = [...path.matchAll(/\/(?!api\/)([a-z-]+)\/([^/]*\d[^/]*)(?=\/)/g)].slice(-1);
	const [, resource = '', id = ''] = last ?? [];
	if (last === undefined) {
		return `There is no ${path} at this base URL. Check the base URL in the credential: it must lead to the API, not to the web app`;
	}
	const name = NAMES[resource];
	const what = name ? `${name} ${id}` : path;
	const other =
		name === NAMES.chats
			? '. The lead ID of an incoming message may be another ID: under Prospect choose LinkedIn or Email'
			: '';
	const [, campaign] = /\/campaigns\/(\d+)\/steps\//.exec(path) ?? [];
	const owner = campaign ? `campaign ${campaign}` : 'the workspace of this API key';
	return `${what} was not found. Check the ID, and that it belongs to ${owner}${other}`;
}

/** A rule that matches the message takes precedence; else the first for the code holds. */
const RULES: Rule[] = [
	{
		pattern: /^(?=.*\bsteps?\b)(?=.*\bdelet)(?=.*\bactive\b)(?=.*\bcampaign)/is,
		advice: 'Pause the campaign first: its steps cannot be deleted while it is ACTIVE',
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
			'The service found no valid API key. Open the credential and enter the whole prefix.secret of a key that is not revoked or expired',
		cause: 'credential-invalid',
	},
	{
		code: /^(400|422)$/,
		pattern: /\bno (existing |active )?conversation\b/i,
		advice:
			'Send Message replies in a conversation that exists. Chat: Get Many lists the prospects who have one',
	},
	{
		code: /^304$/,
		advice:
			'A cache in between says that nothing has changed. Configure it to pass on requests to this API',
	},
	{
		code: /^(400|422)$/,
		advice: 'The service refused a value. Change the field that it names',
	},
	{
		code: /^401$/,
		advice:
			'Check the credential: the API key must be the whole prefix.secret of the service at the base URL, and not be revoked or expired',
		cause: 'credential-invalid',
	},
	{
		code: /^402$/,
		advice:
			'The plan or the credits of the workspace do not cover this. Check them in the service, then run it again',
		cause: 'quota-exhausted',
	},
	{
		code: /^403$/,
		advice: 'The API key is valid, but may not do this. Use a key of a user who has access',
		cause: 'configuration-invalid',
	},
	{ code: /^404$/, advice: adviceOn404, cause: 'configuration-invalid' },
	{
		code: /^413$/,
		advice:
			'It is more than the service takes. Send less at once: a lower Batch Size, fewer IDs, a shorter text or a smaller file',
	},
	{
		code: /^429$/,
		advice:
			"Other programs use the same API key, and used up its limit for 10 minutes. Lower the credential's requests per minute, so that each has its share, or run them at different times",
		cause: 'rate-limited',
	},
	{
		code: /^(408|50[0234])$/,
		advice:
			"The service failed. Try again later, and if it goes on failing contact the service's support",
		cause: 'temporarily-unavailable',
	},
	{
		// Cloudflare's own statuses.
		code: /^52\d$/,
		advice:
			"The proxy before the service got no proper answer from it. Try again later, and if it goes on failing contact the service's support",
		cause: 'temporarily-unavailable',
	},
	{
		code: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: "The service's host name could not be resolved",
		advice: 'Check the base URL in the credential, and the name resolution of the n8n server',
		neverSent: true,
	},
	{
		code: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		message: 'Nothing answers at the base URL',
		advice: 'Check the base URL and its port in the credential',
		cause: 'temporarily-unavailable',
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
		message: 'The service did not answer in time',
		advice: 'Try again later, or allow it more time with the option Timeout (Seconds)',
		cause: 'temporarily-unavailable',
	},
	{
		code: /^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/,
		message: 'The connection broke before the answer was complete',
		advice: 'Try again later',
		cause: 'temporarily-unavailable',
	},
	{ code: /^\D/, message: 'The request failed', advice: 'Try again later' },
	{
		// A failure may have any status, 200 included (reference, Errors).
		code: /^[24]/,
		advice:
			"Check what was sent. If it is as you meant it, ask the service's support what its answer means",
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
 * @param code the status, or the network code where there is no response
 * @param request to name the IDs in it
 * @param message the service's error message
 */
export function diagnose(code: string, request: WireRequest, message?: string) {
	const rules = rulesFor(code, message);
	const texts = rules.map(({ advice }) => (typeof advice === 'string' ? advice : advice(request)));
	return { message: rules[0]?.message, advice: texts, cause: rules[0]?.cause };
}

/** Whether nothing can have reached the service before a failure with this network code. */
export function wasNeverSent(code: string): boolean {
	return rulesFor(code)[0]?.neverSent ?? false;
}
