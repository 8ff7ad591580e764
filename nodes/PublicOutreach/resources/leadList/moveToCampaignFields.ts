import type { INodeProperties } from 'n8n-workflow';
import { chosenProspects, ID_FORMS, isTextFormat, prospectIds } from '../../fields/prospects';
import type { Parameters } from '../../../shared/parameters/parameters';

export const moveFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			...prospectIds,
			description: `Numeric IDs of the prospects to move, ${ID_FORMS} Without this field the whole list is moved; an empty array moves no one.`,
		},
	],
};

/** As text, IDs are sent as in extended API, 6.6: all of them as an empty text. */
export function readMove(params: Parameters) {
	const leadListId = params.id('leadListId');
	const campaignId = params.id('campaignId');
	const fields = params.collection('additionalFields');
	const chosen = chosenProspects(fields);
	const body = isTextFormat(params)
		? { campaign_id: String(campaignId), prospect_ids: chosen?.join(',') ?? '' }
		: { campaign_id: campaignId, ...(chosen && { prospect_ids: chosen }) };
	return { leadListId, body, prospectIds: chosen };
}
