import {
	UserError,
	type IAuthenticateRuleResponseSuccessBody,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type Icon,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';
import { checkCredentials } from '../nodes/shared/api/credentials';
import { applyClientAbortSignal } from '../nodes/shared/api/http/exchange';

/** The target of a request, in n8n's current request options and in the older ones. */
const destination = z.object({ url: z.string().optional(), uri: z.string().optional() });

/**
 * The messages of the credential test. n8n applies rules of both kinds in one list, which its types do not
 * allow; `Object.assign` joins them.
 */
const rules: IAuthenticateRuleResponseSuccessBody[] = Object.assign(
	[],
	[
		{
			type: 'responseCode',
			properties: {
				value: 401,
				message:
					'The service does not accept this API key (401). Enter the whole key, both parts with the dot between them, and check that it is not revoked or expired',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 404,
				message:
					'There is no such API at this base URL (404). Check that it leads to the API, not to the web app',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 429,
				message:
					'The key works, but its limit of requests per minute is used up (429). Try again in a minute',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 403,
				message:
					'The service refuses this (403). The API key may not list campaigns, or a proxy or a firewall stands in between',
			},
		},
		{
			type: 'responseSuccessBody',
			properties: {
				key: 'success',
				value: false,
				message:
					'The service answers that the request failed ("success": false). Check the API key, and that it may list campaigns',
			},
		},
		{
			// Only a text has this function: an HTML page, or an empty body. A list may have any shape in JSON.
			type: 'responseSuccessBody',
			properties: {
				key: 'trim.name',
				value: 'trim',
				message:
					'The base URL does not answer as the service does: its answer is a page or a text, no list of campaigns. Check that it leads to the API, not to the web app or a log-in page',
			},
		},
		...[301, 302, 303, 307, 308].map((value) => ({
			type: 'responseCode' as const,
			properties: {
				value,
				message: `The base URL redirects elsewhere (${value}), where the API key is not sent. Enter the address that it leads to`,
			},
		})),
	],
);

/** The base URL and the API key of the service (reference, Authentication). */
export class PublicOutreachApi implements ICredentialType {
	name = 'publicOutreachApi';

	displayName = 'Public Outreach API';

	icon: Icon = {
		light: 'file:../icons/publicOutreach.svg',
		dark: 'file:../icons/publicOutreach.dark.svg',
	};

	// Without query and fragment: n8n's editor may append a query.
	documentationUrl = 'https://github.com/n8n-nodes-public-outreach/n8n-nodes-public-outreach';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, without a path. The API key is sent there and nowhere else.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'The whole key, prefix.secret. The dashboard shows only the prefix.',
			description: 'The whole key, as it was shown when it was created',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description:
				'What the service allows for this key. Requests beyond it wait: 300 items at 50 per minute take about 5 minutes. Change it if your limit differs, or to divide it among several programs that use the key.',
		},
	];

	/**
	 * Adds the key to a request to the service itself, and refuses any other. The credential test uses this
	 * too, and so does n8n's HTTP Request node, with older request options: `uri`, `followRedirect`. In
	 * either, a redirect would carry the key along, so none is followed.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const checked = checkCredentials(credentials);
		if (!checked.valid) throw new UserError(checked.problem);
		const { origin, apiKey } = checked.credentials;
		const { url, uri } = destination.parse(options);
		// The test's base URL may still carry the /api/v1 that the credential tolerates.
		const target = new URL(url ?? uri ?? '', origin);
		if (target.origin !== origin) {
			throw new UserError(`The API key is for ${origin}, not for ${target.origin}`);
		}
		const older = { uri: undefined, followRedirect: false, followAllRedirects: false };
		return {
			...applyClientAbortSignal(options),
			...older,
			baseURL: undefined,
			url: target.href,
			headers: { ...options.headers, 'X-API-Key': apiKey },
			disableFollowRedirect: true,
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: '/api/v1/public/campaigns/',
			method: 'GET',
		},
		rules,
	};
}
