import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { apiPath } from '../../shared/api/path';
import { searchList } from './searchList';

/** A step has no name: it is identified by its position, type and subject. */
function nameOf(
	{ id, step_type: kind, subject_line: subject }: IDataObject,
	place: number,
): string {
	const title = [kind, subject].filter(Boolean).map(String).join(': ');
	return `${place + 1}. ${title || 'Step'} (ID ${String(id)})`;
}

/** The editor resolves expressions before this call; one that is left has no value yet. */
function problemOf(campaignId: string): string {
	if (campaignId === '') return 'Choose a campaign first';
	if (campaignId.startsWith('=')) {
		return 'The campaign is an expression without a value so far. Run the nodes before this one, or enter the ID of the step';
	}
	return `Campaign: expected an ID such as 1042, got "${campaignId}"`;
}

/** The steps of the chosen campaign (extended API, 5.1). */
export async function searchSteps(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const campaignId = String(
		this.getCurrentNodeParameter('campaignId', { extractValue: true }) ?? '',
	).trim();
	if (!/^\d+$/.test(campaignId)) {
		throw new NodeOperationError(this.getNode(), problemOf(campaignId), {
			description: 'The steps of a campaign can be listed once it is known',
		});
	}
	const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/`;
	return await searchList(this, path, 'steps', nameOf, filter);
}
