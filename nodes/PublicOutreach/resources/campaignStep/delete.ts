import { deletedStep } from '../../../shared/api/answerSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';
import { campaignLocator, stepLocator } from '../../fields/locators';

/** Reference, DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/. */
export const deleteStep = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a campaign step for good',
	description:
		'Delete a step for good. The service refuses it while the campaign is ACTIVE: pause the campaign first.',
	effect: 'write',
	properties: [campaignLocator, stepLocator],
	output: deletedStep,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/campaigns/${params.id('campaignId')}/steps/${params.id('stepId')}/`;
		const { message, campaign } = await api.object('DELETE', path, { emptyAllowed: true });
		return { deleted: true, message, campaign };
	},
});
