import type { StoredCampaign, StoredStep } from '../objects';

type Links = Partial<StoredStep>;

/** Puts the step after another one, or after a condition, or (null) at the beginning. */
export function linkParent(campaign: StoredCampaign, step: StoredStep, links: Links): void {
	if (links.parent_step_id === undefined && links.parent_condition_id === undefined) return;
	for (const other of campaign.steps) {
		if (other.child_step_id === step.id) other.child_step_id = null;
	}
	step.parent_step_id = links.parent_step_id ?? null;
	step.parent_condition_id = links.parent_condition_id ?? null;
	const parent = campaign.steps.find(({ id }) => id === step.parent_step_id);
	if (parent) claimChild(campaign, parent, step);
	sortByLinks(campaign);
}

/** Puts another step, or a condition, or (null) nothing, after the step. */
export function linkChild(campaign: StoredCampaign, step: StoredStep, links: Links): void {
	if (links.child_step_id === undefined && links.child_condition_id === undefined) return;
	for (const other of campaign.steps) {
		if (other.parent_step_id === step.id) other.parent_step_id = null;
	}
	step.child_step_id = null;
	step.child_condition_id = links.child_condition_id ?? null;
	const child = campaign.steps.find(({ id }) => id === links.child_step_id);
	if (child) {
		linkParent(campaign, child, { parent_step_id: step.id });
	}
	sortByLinks(campaign);
}

/** Removes a step from the order: its parent is linked to its child. */
export function unlink(campaign: StoredCampaign, step: StoredStep): void {
	const before = campaign.steps.find(({ id }) => id === step.parent_step_id);
	const after = campaign.steps.find(({ id }) => id === step.child_step_id);
	if (before) before.child_step_id = step.child_step_id;
	if (before) before.child_condition_id = step.child_condition_id;
	if (after) after.parent_step_id = step.parent_step_id;
	if (after) after.parent_condition_id = step.parent_condition_id;
}

function claimChild(campaign: StoredCampaign, parent: StoredStep, child: StoredStep): void {
	const former = campaign.steps.find(({ id }) => id === parent.child_step_id);
	if (former && former !== child) former.parent_step_id = null;
	parent.child_step_id = child.id;
	parent.child_condition_id = null;
}

/** The list of steps is "ordered" (extended API, 5.1): first those without a step before them, each with its line. */
function sortByLinks(campaign: StoredCampaign): void {
	const byId = new Map(campaign.steps.map((step) => [step.id, step]));
	const ordered = new Set<StoredStep>();
	const follow = (start: StoredStep) => {
		let step: StoredStep | undefined = start;
		while (step && !ordered.has(step)) {
			ordered.add(step);
			step = step.child_step_id === null ? undefined : byId.get(step.child_step_id);
		}
	};
	campaign.steps.filter(({ parent_step_id }) => parent_step_id === null).forEach(follow);
	// A cycle has no first step; its steps must not vanish from the list.
	campaign.steps.forEach(follow);
	campaign.steps = [...ordered];
}
