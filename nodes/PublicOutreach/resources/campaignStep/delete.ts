import { campaignLocator, stepLocator } from '../../fields/locators';
import { apiPath } from '../../../shared/api/path';
import { deletedStep } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';

export const deleteStep = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Permanently delete a campaign step',
	description:
		"Permanently delete a step. The service rejects this while the campaign is ACTIVE: first pause the campaign in the service's app.",
	request: 'DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/',
	source: 'reference, DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/',
	effect: 'write',
	words: {
		nouns: ['campaign step', 'campaign steps'],
		done: 'deleted',
		again: 'will not find {them}',
	},
	properties: [
		notice(
			'deleteNotice',
			"Deletes the step permanently. First pause an ACTIVE campaign in the service's app: this node cannot.",
		),
		campaignLocator,
		stepLocator,
	],
	output: deletedStep,
	parse(params) {
		return { campaignId: params.id('campaignId'), stepId: params.id('stepId') };
	},
	async send({ campaignId, stepId }, { api }) {
		const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/${stepId}/`;
		const response = await api.object('DELETE', path);
		const deleted = { deleted: true, step_id: stepId, campaign_id: campaignId };
		// `deleted` already says that it succeeded.
		return { ...response, success: undefined, ...deleted };
	},
});
