import { campaignLocator, stepLocator } from '../../fields/locators';
import { stepSettings } from './settings';
import { apiPath } from '../../../shared/api/path';
import { campaignStep, stepOfCampaign } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import type { Parameters } from '../../../shared/parameters/parameters';
import { withParentIds } from '../../fields/shapes';
import { notice } from '../../../shared/parameters/fields';

/** A step has at most one predecessor and one successor: a step or a condition (extended API, 5.2). */
function refuseBoth(fields: Parameters, stepId: string, conditionId: string, which: string): void {
	if (!fields.isSet(stepId) || !fields.isSet(conditionId)) return;
	fields.refuseRequest(`Choose either a ${which} step or a ${which} condition, not both`);
}

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a campaign step',
	description:
		"Change the message, timing or position of a campaign step. Fields that you don't add keep their values.",
	request: 'PATCH /api/v1/public/campaigns/{id}/steps/{step_id}/',
	source: 'extended API, 5.2',
	effect: 'write',
	words: {
		nouns: ['campaign step', 'campaign steps'],
		done: 'changed',
		again: 'changes {them} again',
	},
	properties: [
		campaignLocator,
		stepLocator,
		notice(
			'updateStepNotice',
			'Type placeholders such as {{first_name}} as they are: they are sent as typed, even if the preview shows [undefined]',
		),
		stepSettings,
	],
	output: stepOfCampaign,
	parse(params) {
		const ids = { campaignId: params.id('campaignId'), stepId: params.id('stepId') };
		const fields = params.collection('updateFields');
		refuseBoth(fields, 'parentStepId', 'parentConditionId', 'parent');
		refuseBoth(fields, 'childStepId', 'childConditionId', 'child');
		const body = fields.body({
			subjectLine: 'template',
			messageTemplate: 'template',
			subjectLineB: 'template',
			messageTemplateB: 'template',
			delayInHours: 'integer',
			addUnsubscribe: 'flag',
			parentStepId: 'id',
			parentConditionId: 'id',
			childStepId: 'id',
			childConditionId: 'id',
		});
		params.requireAny(body);
		return { ...ids, body };
	},
	async send({ campaignId, stepId, body }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/${stepId}/`;
		const step = await api.object('PATCH', path, { body, unwrap: 'step', schema: campaignStep });
		return withParentIds(step, { campaign_id: campaignId });
	},
});
