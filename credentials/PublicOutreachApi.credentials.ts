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
import { checkCredentials } from '../nodes/shared/credentials';
import { applyClientAbortSignal } from '../nodes/shared/api/http/exchange';

/** The URL of a request, by its name in n8n's current request options and in the older ones. */
const destination = z.object({ url: z.string().optional(), uri: z.string().optional() });

/**
 * The rules of the credential test, with their messages. n8n applies rules of both kinds in one list, which
 * its types do not allow; `Object.assign` joins them.
 */
const rules: IAuthenticateRuleResponseSuccessBody[] = Object.assign(
	[],
	[
		{
			type: 'responseCode',
			properties: {
				value: 401,
				message:
					'The service does not accept this API key (401). Enter the full key, prefix.secret, and check that it has not been revoked and has not expired',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 404,
				message:
					'The API was not found at this base URL (404). Check that the URL points to the API, not to the web app',
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
					'The service rejected the request (403). Either the API key is not allowed to list campaigns, or a proxy or firewall blocked it',
			},
		},
		{
			type: 'responseSuccessBody',
			properties: {
				key: 'success',
				value: false,
				message:
					'The service responded that the request failed ("success": false). Check the API key, and that it is allowed to list campaigns',
			},
		},
		{
			// Only text has this function, such as an HTML page or an empty body. A list may have any shape in
			// JSON.
			type: 'responseSuccessBody',
			properties: {
				key: 'trim.name',
				value: 'trim',
				message:
					'The base URL returned a web page or plain text instead of a list of campaigns. Check that it points to the API, not to the web app or a log-in page',
			},
		},
		...[301, 302, 303, 307, 308].map((value) => ({
			type: 'responseCode' as const,
			properties: {
				value,
				message: `The base URL redirects to another URL (${value}), and the API key is not sent there. Enter that URL instead`,
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
			placeholder: 'e.g. https://api.seleqt.ai',
			description: 'URL of the API, without a path. The API key is only ever sent there.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'The full key, in the form prefix.secret',
			description:
				'The service shows the full key only once, when it is created under Settings > API Keys. Later it shows the prefix alone.',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description:
				'Rate limit of this key. Requests above it wait: 300 items at 50 per minute take about 5 minutes. Lower it if other programs use the same key.',
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
