import {
	UserError,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type Icon,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';
import { checkCredentials } from '../nodes/shared/api/credentials';
import { endedByClient } from '../nodes/shared/api/ending';

/** Where a request goes, in the present form of n8n's options and in the older one. */
const wanted = z.object({ url: z.string().optional(), uri: z.string().optional() });

/** The base URL and the API key of the service (reference, Authentication). */
export class PublicOutreachApi implements ICredentialType {
	name = 'publicOutreachApi';

	displayName = 'Public Outreach API';

	icon: Icon = {
		light: 'file:../icons/publicOutreach.svg',
		dark: 'file:../icons/publicOutreach.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-public-outreach/n8n-nodes-public-outreach?tab=readme-ov-file#credential';

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
			hint: 'Two parts joined by a dot. The prefix that the dashboard shows is only the first of them.',
			description: 'The whole key, as it was shown when it was created',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description:
				'What the service allows for this key. The nodes keep below it by themselves; change it only if your limit differs.',
		},
	];

	/**
	 * Adds the key to a request of the service itself, and refuses any other. The credential test
	 * passes here too, and n8n's HTTP Request node, whose options are of an older form: `uri`,
	 * `followRedirect`. A redirect takes the key along in either, so none is followed.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const checked = checkCredentials(credentials);
		if (!checked.valid) throw new UserError(checked.problem);
		const { origin, apiKey } = checked.credentials;
		const { url, uri } = wanted.parse(options);
		// The test's base URL may still carry the /api/v1 that the credential tolerates.
		const target = new URL(url ?? uri ?? '', origin);
		if (target.origin !== origin) {
			throw new UserError(`The API key is for ${origin}, not for ${target.origin}`);
		}
		const older = { uri: undefined, followRedirect: false, followAllRedirects: false };
		return {
			...endedByClient(options),
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
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept this API key (401). Enter the whole key, both parts with the dot between them, and check that it was not revoked.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'There is no such API at this base URL (404). Check that it leads to the API, not to the web app.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 429,
					message:
						'The key works, but its limit of requests per minute is used up (429). Try again in a minute.',
				},
			},
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message: `The base URL redirects elsewhere (${value}), where the API key is not sent. Enter the address that it leads to.`,
				},
			})),
		],
	};
}
