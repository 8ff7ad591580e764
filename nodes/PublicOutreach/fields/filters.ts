import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiClient, ListOptions } from '../../shared/api/client';
import type { Query } from '../../shared/api/http/request';
import type { ApiPath } from '../../shared/api/path';
import type { Parameters } from '../../shared/parameters/parameters';
import { toId, toText } from '../../shared/parameters/values';
import { readListing } from './listing';

/** Extended API, 4.1 and 4.7. */
export const workspaceId: INodeProperties = {
	displayName: 'Workspace ID',
	name: 'workspaceId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 340 or ALL',
	description: 'Numeric ID of a workspace, or ALL for all workspaces that the user can access',
};

/** Applied to the response: the service documents no such parameter. */
export const status: INodeProperties = {
	displayName: 'Status Names or IDs',
	name: 'status',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCampaignStatuses' },
	default: [],
	description:
		'Only campaigns with one of these statuses. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Applied to the response as well. */
export const nameContains: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. trade fair',
	description: 'Only those with this text in their name, regardless of case',
};

export function filtersOf(nouns: string, options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: `Which ${nouns} to return`,
		options,
	};
}

/** Whether an optional field is used: added, and not left empty by a model, which has to fill in every field. */
export function isUsed(fields: Parameters, name: string): boolean {
	if (!fields.has(name) || fields.isLeftEmpty(name)) return false;
	return fields.value(name) !== 0 || !fields.isFromAi(name);
}

/** The workspace as a query parameter, where one is given. */
export function readWorkspace(params: Parameters): Query {
	const fields = params.collection('filters');
	if (!isUsed(fields, 'workspaceId')) return {};
	const given = fields.value('workspaceId');
	const id = toId(given);
	if (id !== undefined) return { workspace_id: String(id) };
	if (toText(given)?.trim().toUpperCase() === 'ALL') return { workspace_id: 'ALL' };
	return fields.refuseValue('workspaceId', given, 'a workspace ID such as 340, or ALL');
}

type Predicate = (element: IDataObject) => boolean;

/** The filters that the service does not have. */
function readPredicates(fields: Parameters): Predicate[] {
	const predicates: Predicate[] = [];
	if (isUsed(fields, 'status')) {
		const wanted = fields.names('status').map((name) => name.toUpperCase());
		predicates.push((element) => wanted.includes(String(element.status).toUpperCase()));
	}
	if (isUsed(fields, 'nameContains')) {
		const part = fields.text('nameContains').trim().toLowerCase();
		predicates.push(({ name }) => (toText(name) ?? '').toLowerCase().includes(part));
	}
	return predicates;
}

/**
 * Reads a list, and applies the filters that the service does not have: the limit counts what passes them.
 *
 * @param options of `api.list`, besides those of the listing
 */
export async function filteredList(
	api: ApiClient,
	params: Parameters,
	path: ApiPath,
	options: ListOptions,
): Promise<IDataObject[]> {
	const { limit, query } = readListing(params);
	const predicates = readPredicates(params.collection('filters'));
	const found = await api.list(path, {
		...options,
		query: { ...query, ...options.query },
		limit: predicates.length > 0 ? undefined : limit,
	});
	return found.filter((element) => predicates.every((passes) => passes(element))).slice(0, limit);
}
