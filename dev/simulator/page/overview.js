import { campaignsOf } from '/_simulator/conversation.js';
import {
	badge,
	counted,
	element,
	idText,
	line,
	nameOf,
	quiet,
	target,
} from '/_simulator/elements.js';

/** Shows objects, each with lists that can be expanded; an expanded list stays expanded. */
function showItems(place, objects, listsOf) {
	const open = new Set(
		[...place.querySelectorAll('details[open]')].map(({ dataset }) => dataset.key),
	);
	place.replaceChildren(
		...objects.map((object) => {
			const lists = listsOf(object).map(([summary, rows], index) =>
				list(summary, rows, `${object.id} ${index}`, open),
			);
			return element('li', { className: 'border-top py-2' }, headOf(object), ...lists);
		}),
	);
}

function headOf({ id, name, status }) {
	const mark = badge(status, status === 'ACTIVE' ? 'success' : 'secondary');
	return line(target(name), quiet(idText(id)), mark);
}

function list(summary, rows, key, open) {
	if (rows.length === 0) return quiet(summary);
	const head = element('summary', {}, quiet(summary));
	const details = element('details', { open: open.has(key) }, head, element('ol', {}, ...rows));
	details.dataset.key = key;
	return details;
}

const row = (text, more) => element('li', {}, text, quiet(` ${more}`));

/** The people with these IDs, each with what `say` returns for them. */
function peopleRows({ leads }, ids, say) {
	const people = new Map(leads.map((lead) => [lead.id, lead]));
	const members = ids.flatMap((id) => people.get(id) ?? []);
	return members.map((lead) => row(nameOf(lead), `${say(lead)}, ${idText(lead.id)}`));
}

export function showCampaigns(place, state) {
	showItems(place, state.campaigns, ({ steps, prospect_ids }) => [
		[counted(steps.length, 'step', 'steps'), steps.map(stepRow)],
		[
			counted(prospect_ids.length, 'lead', 'leads'),
			peopleRows(state, prospect_ids, ({ job_title }) => job_title),
		],
	]);
}

function stepRow({ id, subject_line, delay_in_hours }) {
	const when = delay_in_hours === 0 ? 'immediately' : `after ${delay_in_hours} h`;
	return row(subject_line || '(no subject line)', `${when}, ${idText(id)}`);
}

export function showLeadLists(place, state) {
	const campaigns = (lead) => campaignsOf(lead, state.campaigns);
	showItems(place, state.lead_lists, ({ search_type, member_ids }) => [
		search_type === 'COMPANY'
			? [counted(member_ids.length, 'company', 'companies'), []]
			: [counted(member_ids.length, 'lead', 'leads'), peopleRows(state, member_ids, campaigns)],
	]);
}
