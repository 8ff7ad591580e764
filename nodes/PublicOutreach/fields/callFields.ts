import type { IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { callOptions } from './callOptions';

export const METHODS = [
	'DELETE',
	'GET',
	'PATCH',
	'POST',
	'PUT',
] as const satisfies IHttpRequestMethods[];

/** The fields of a call to any path. */
export const callFields: INodeProperties[] = [
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
		description: 'The path, beginning with /api/, with its trailing slash and without a query',
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
		description: 'The body as one object or array; an empty object sends none. A GET has no body.',
	},
	callOptions,
];
