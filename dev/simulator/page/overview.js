import { campaignsOf } from '/_simulator/conversation.js';
import { badge, counted, element, nameOf, quiet } from '/_simulator/elements.js';

/** Shows objects, each with parts that fold out; what is folded out stays so. */
function showItems(place, objects, toItem) {
	const open = new Set(
		[...place.querySelectorAll('details[open]')].map((details) => details.dataset.id),
	);
	place.replaceChildren(
		...objects.map((object) => {
			const { head, summary, parts } = toItem(object);
			const line = element('div', { className: 'line' }, ...head);
			if (parts.length === 0) return element('li', {}, line);
			const details = element('details', { open: open.has(String(object.id)) });
			details.dataset.id = String(object.id);
			details.append(quietSummary(summary), element('ol', {}, ...parts));
			return element('li', {}, line, details);
		}),
	);
}

const quietSummary = (text) => element('summary', { className: 'quiet' }, text);

function headOf({ id, name, status }) {
	const title = element('span', { className: 'target' }, name);
	return [title, quiet(`ID ${id}`), badge(status, status === 'ACTIVE' ? 'good' : 'neutral')];
}

export function showCampaigns(place, { campaigns }) {
	showItems(place, campaigns, (campaign) => ({
		head: headOf(campaign),
		summary: `${counted(campaign.steps.length, 'step', 'steps')}, ${counted(campaign.prospect_ids.length, 'lead', 'leads')}`,
		parts: campaign.steps.map(stepItem),
	}));
}

function stepItem({ id, subject_line, delay_in_hours }) {
	const when = delay_in_hours === 0 ? 'at once' : `after ${delay_in_hours} h`;
	return element('li', {}, subject_line || '(no subject line)', quiet(` ${when}, ID ${id}`));
}

export function showLeadLists(place, { lead_lists, leads, campaigns }) {
	const people = new Map(leads.map((lead) => [lead.id, lead]));
	showItems(place, lead_lists, (list) => {
		const isCompanies = list.search_type === 'COMPANY';
		const [one, many] = isCompanies ? ['company', 'companies'] : ['lead', 'leads'];
		const members = isCompanies ? [] : list.member_ids.flatMap((id) => people.get(id) ?? []);
		const head = headOf(list);
		const summary = counted(list.member_ids.length, one, many);
		if (members.length === 0) head.splice(1, 0, quiet(summary));
		return { head, summary, parts: members.map((lead) => leadItem(lead, campaigns)) };
	});
}

function leadItem(lead, campaigns) {
	return element('li', {}, nameOf(lead), quiet(` ${campaignsOf(lead, campaigns)}, ID ${lead.id}`));
}
