import type { IHttpRequestMethods } from 'n8n-workflow';
import { asItems } from '../../../shared/api/answers';
import { ApiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const satisfies IHttpRequestMethods[];

/** Reference, Other operations: areas whose methods and paths it names without showing them. */
export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call an API endpoint',
	description:
		'Call any path of the service that has no operation of its own, with its rate limit, retries and error messages',
	effect: 'write',
	properties: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: METHODS.map((value) => ({ name: value, value })),
			default: 'GET',
			description: 'The HTTP method; every method but GET may change something',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /api/v1/api-keys/',
			description: 'The path below /api/, with its trailing slash and without a query',
		},
		{
			displayName: 'Query (JSON)',
			name: 'query',
			type: 'json',
			default: '{}',
			description: 'Query parameters as one object, such as {"page": 2}',
		},
		{
			displayName: 'Body (JSON)',
			name: 'body',
			type: 'json',
			default: '{}',
			description: 'The body as one object; an empty object sends none. A GET has no body.',
		},
	],
	output: anyObject,
	async execute({ api, params }) {
		const wanted = params.option('method');
		const method = METHODS.find((known) => known === wanted) ?? 'GET';
		const given = params.text('path').trim();
		const path =
			ApiPath.parse(given) ??
			params.refuseValue('path', given, 'a plain path below /api/, such as /api/v1/api-keys/');
		const body = params.json('body');
		const hasBody = Object.keys(body).length > 0;
		if (hasBody && method === 'GET') params.refuseValue('body', body, 'no body with GET');
		const answer = await api.raw(method, path, {
			query: queryOf(params.json('query')),
			emptyAllowed: true,
			...(hasBody && { body }),
		});
		return asItems(answer);
	},
});

function queryOf(given: Record<string, unknown>): Record<string, string> {
	const present = Object.entries(given).filter(([, value]) => value !== undefined);
	return Object.fromEntries(
		present.map(([name, value]) => [
			name,
			typeof value === 'object' ? JSON.stringify(value) : String(value),
		]),
	);
}
