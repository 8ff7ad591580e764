import { z } from 'zod';

import { failure, ok, rejectUnknown } from '../response';
import { timestamp } from '../objects';
import { campaignView, stepView } from '../state';
import { limit } from '../validation';
import { linkChild, linkParent, unlink } from './stepLinks';
import { bodyOf, campaignOf, listResponse, stepOf } from './route';
import type { Call, Routes } from './route';

const template = z.string();
const link = z.number().int().nullable();

/** Extended API, 5.2. */
const stepPatch = z
	.object({
		subject_line: template,
		message_template: template,
		subject_line_b: template,
		message_template_b: template,
		delay_in_hours: limit,
		add_unsubscribe: z.boolean(),
		parent_step_id: link,
		parent_condition_id: link,
		child_step_id: link,
		child_condition_id: link,
	})
	.partial();

export const stepRoutes: Routes = {
	'/api/v1/public/campaigns/:id/steps/': {
		GET: (call) => listResponse(call, 'steps', campaignOf(call).steps.map(stepView)),
	},
	'/api/v1/public/campaigns/:id/steps/:stepId/': { GET: get, PATCH: update, DELETE: remove },
};

function get(call: Call) {
	return ok({ success: true, step: stepView(stepOf(call).step) });
}

/**
 * Extended API, 5.2: at most one parent and one child, each a step or a condition; a new one takes the
 * old one's place.
 */
function update(call: Call) {
	const { campaign, step } = stepOf(call);
	const { parent_step_id, parent_condition_id, child_step_id, child_condition_id, ...fields } =
		bodyOf(call, stepPatch);
	const links = { parent_step_id, parent_condition_id, child_step_id, child_condition_id };
	rejectTwo(links.parent_step_id, links.parent_condition_id, 'parent');
	rejectTwo(links.child_step_id, links.child_condition_id, 'child');
	const others = campaign.steps.filter(({ id }) => id !== step.id);
	for (const field of ['parent_step_id', 'child_step_id'] as const) {
		rejectUnknown(field, [links[field] ?? []].flat(), others);
	}
	linkParent(campaign, step, links);
	linkChild(campaign, step, links);
	Object.assign(step, fields, { updated_at: timestamp() });
	return ok({ success: true, step: stepView(step) });
}

type Link = number | null | undefined;

function rejectTwo(stepId: Link, conditionId: Link, side: 'parent' | 'child'): void {
	if ((stepId ?? null) === null || (conditionId ?? null) === null) return;
	throw failure(400, `A step can have at most one ${side}: a step or a condition`);
}

/**
 * Reference, DELETE /api/v1/public/campaigns/{id}/steps/{step_id}/ and Errors; the two status codes are
 * not shown: 404 and 400 by convention.
 */
function remove(call: Call) {
	const { campaign, step } = stepOf(call);
	if (campaign.status === 'ACTIVE') {
		throw failure(400, 'Cannot delete steps from an active campaign');
	}
	unlink(campaign, step);
	campaign.steps = campaign.steps.filter(({ id }) => id !== step.id);
	campaign.updated_at = timestamp();
	return ok({
		success: true,
		message: 'Step deleted successfully',
		campaign: campaignView(campaign),
	});
}
