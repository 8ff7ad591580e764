import type { INodeProperties } from 'n8n-workflow';
import type { Query } from '../../shared/api/request';
import type { Parameters } from '../../shared/parameters/parameters';
import { toQuery } from '../../shared/parameters/values';

/** How many elements to return; {@link queryParameters} is among the options of each list. */
export const listing: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const queryParameters: INodeProperties = {
	displayName: 'Query Parameters (JSON)',
	name: 'queryParameters',
	type: 'json',
	default: '{}',
	description:
		'Query parameters to add to the request, as one object, such as {"status": "ACTIVE"}. They are sent unchanged; the service may ignore unknown ones.',
};

/**
 * Reads the fields of a list.
 *
 * @returns options for `api.list`
 */
export function readListing(params: Parameters): { limit: number | undefined; query: Query } {
	const query = toQuery(params.collection('options').json('queryParameters'));
	return { limit: params.limit(), query };
}
