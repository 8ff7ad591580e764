import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Query } from '../../shared/api/client';
import type { Parameters } from '../../shared/operations/parameters';
import { toId, toText } from '../../shared/operations/values';

/** Extended API, 4.1 and 4.7. */
const workspaceId: INodeProperties = {
	displayName: 'Workspace ID',
	name: 'workspaceId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 340 or ALL',
	description: 'Numeric ID of a workspace, or ALL for every workspace that the user can access',
};

/** Applied to the response: the service documents no such parameter. */
const status: INodeProperties = {
	displayName: 'Status Names or IDs',
	name: 'status',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCampaignStatuses' },
	default: [],
	description:
		'Only campaigns with one of these statuses. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

function filters(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Which campaigns to return',
		options,
	};
}

export const campaignFilters = filters([status, workspaceId]);
export const workspaceFilter = filters([workspaceId]);

/** The workspace as a query parameter, where one is given. */
export function readWorkspace(params: Parameters): Query {
	const fields = params.collection('filters');
	if (!fields.has('workspaceId')) return {};
	const given = fields.value('workspaceId');
	const id = toId(given);
	if (id !== undefined) return { workspace_id: String(id) };
	if (toText(given)?.trim().toUpperCase() === 'ALL') return { workspace_id: 'ALL' };
	return fields.refuseValue('workspaceId', given, 'a workspace ID such as 340, or ALL');
}

/** A predicate for the chosen statuses; `undefined` where none is chosen. */
export function readStatus(params: Parameters): ((campaign: IDataObject) => boolean) | undefined {
	const fields = params.collection('filters');
	if (!fields.has('status')) return undefined;
	const wanted = fields.names('status').map((name) => name.toUpperCase());
	return ({ status: given }) => wanted.includes(String(given).toUpperCase());
}
