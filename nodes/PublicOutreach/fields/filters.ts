import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiClient, ListOptions } from '../../shared/api/client';
import type { Query } from '../../shared/api/request';
import type { ApiPath } from '../../shared/api/path';
import { comparable, trimmed } from '../../shared/normalize';
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

/** Applied to the response, since the service documents no such parameter. */
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
	description: 'Only those whose name contains this text, regardless of case',
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

/** The workspace as a query parameter, if one is given. */
export function readWorkspace(params: Parameters): Query {
	const fields = params.collection('filters');
	if (!fields.isSet('workspaceId')) return {};
	const given = fields.value('workspaceId');
	const id = toId(given);
	if (id !== undefined) return { workspace_id: String(id) };
	if (trimmed(toText(given) ?? '').toUpperCase() === 'ALL') return { workspace_id: 'ALL' };
	return fields.refuseValue('workspaceId', given, 'a workspace ID such as 340, or ALL');
}

/** What to return from a list: the options of the request, and the filters that the service does not have. */
export interface FilteredListing {
	limit?: number;
	query: Query;
	/** The statuses in upper case. */
	statuses?: string[];
	/** The text as {@link comparable} gives it. */
	namePart?: string;
}

/** Reads the fields of a list with filters. */
export function readFilteredListing(params: Parameters): FilteredListing {
	const fields = params.collection('filters');
	const upper = (name: string) => name.toUpperCase();
	return {
		...readListing(params),
		...(fields.isSet('status') && { statuses: fields.names('status').map(upper) }),
		...(fields.isSet('nameContains') && {
			namePart: comparable(fields.text('nameContains'), { ignoreCase: true }),
		}),
	};
}

function passes({ status: ofElement, name }: IDataObject, listing: FilteredListing): boolean {
	const { statuses, namePart = '' } = listing;
	if (statuses && !statuses.includes(String(ofElement).toUpperCase())) return false;
	return comparable(toText(name) ?? '', { ignoreCase: true }).includes(namePart);
}

/**
 * Reads a list, and applies the filters that the service does not have: the limit counts the elements that
 * pass them.
 *
 * @param options further options of `api.list`
 */
export async function filteredList(
	api: ApiClient,
	path: ApiPath,
	listing: FilteredListing,
	options: ListOptions,
): Promise<IDataObject[]> {
	const { limit, query, statuses, namePart } = listing;
	const isFiltered = statuses !== undefined || namePart !== undefined;
	const found = await api.list(path, {
		...options,
		query: { ...query, ...options.query },
		limit: isFiltered ? undefined : limit,
	});
	return found.filter((element) => passes(element, listing)).slice(0, limit);
}
