import { isDataObject } from './answers';
import type { WireRequest } from './exchange';

interface Rule {
	statuses?: number[];
	/** Must match the service's words. */
	words?: RegExp;
	advice: (request: WireRequest) => string;
}

/** The campaign that a request is about, by its path or its body. */
function campaignOf({ url, body }: WireRequest): string {
	const [, id] = /\/campaigns\/([^/]+)\//.exec(url.pathname) ?? [];
	const sent = isDataObject(body) ? body.campaign_id : undefined;
	return String(id ?? sent ?? 'that was given');
}

/** What to do about the service's words; a rule that knows the words goes before the one for the status. */
const ADVICE: Rule[] = [
	{
		words: /\bdelet.*\bactive campaign/i,
		advice: () => 'Pause the campaign first: its steps cannot be deleted while it is ACTIVE',
	},
	{
		words:
			/\bcampaign( (with )?(id )?["'#]?\d+["']?)? (was |could )?(not (be )?found|does not exist)/i,
		advice: (request) =>
			`Campaign ID ${campaignOf(request)} is not among the campaigns that this API key can see. Choose the campaign from the list`,
	},
	{
		statuses: [401],
		words: /missing|not provided|\bprovide\b/i,
		advice: () => 'No API key reached the service. Open the credential and enter the whole key',
	},
	{
		statuses: [401],
		advice: () =>
			'Check the credential: the API key must be the whole prefix.secret, still be valid, and belong to the service at the base URL',
	},
	{
		statuses: [403],
		advice: () => 'The API key is valid, but may not do this. Use a key of a user who has access',
	},
	{
		statuses: [404],
		advice: ({ url }) =>
			`Nothing was found at ${url.pathname}. Check the IDs in it, and that they belong to the workspace of this API key`,
	},
	{
		statuses: [429],
		advice: () =>
			"Other programs use the same API key, so that no room was left within 10 minutes of waiting. Give this workflow a key of its own, or lower the credential's requests per minute",
	},
	{
		statuses: [400, 422],
		advice: () => 'The service refused a value. Change the field that it names',
	},
	{
		statuses: [408, 500, 502, 503, 504],
		advice: () =>
			'The service failed. Try again later, and if it goes on failing tell its operators',
	},
];

/**
 * What a user can do about a refusal.
 *
 * @param words the service's own words
 * @param request to name the IDs in it
 */
export function adviceFor(status: number, words: string, request: WireRequest): string[] {
	const fits = (rule: Rule) =>
		(rule.statuses?.includes(status) ?? true) && (rule.words?.test(words) ?? true);
	const special = ADVICE.filter((rule) => rule.words && fits(rule));
	const rules = special.length > 0 ? special : ADVICE.filter(fits);
	return rules.map((rule) => rule.advice(request));
}

/** Network failures whose reason n8n users can do something about. Codes: Node.js, errno and TLS. */
export const FAILURES: Array<{ codes: RegExp; message: string; advice: string }> = [
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: "The service's host name could not be resolved",
		advice: 'Check the base URL in the credential, and the name resolution of the n8n server',
	},
	{
		codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		message: 'Nothing answers at the base URL',
		advice: 'Check the base URL and its port in the credential',
	},
	{
		codes: /^(EPROTO|ERR_SSL_.*)$/,
		message: 'No secure connection to the service could be made',
		advice:
			'Check the base URL in the credential: the port may be one for http:// instead of https://',
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME_MISMATCH|INVALID_CA/,
		message: "The service's certificate is not trusted",
		advice:
			'Check the base URL in the credential. If a proxy or a certificate authority of your own is in between, make n8n trust it with NODE_EXTRA_CA_CERTS',
	},
	{
		codes: /^(TIMEOUT|ETIMEDOUT|ECONNABORTED)$/,
		message: 'The service did not answer in time',
		advice: 'Try again later',
	},
	{
		codes: /^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/,
		message: 'The connection broke before the answer was complete',
		advice: 'Try again later',
	},
];

/** Codes after which nothing can have reached the service. */
export const NEVER_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$|CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/;
