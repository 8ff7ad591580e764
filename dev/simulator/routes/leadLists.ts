import { z } from 'zod';

import { failure, invalid, ok, rejectUnknown } from '../response';
import { newObject, StoredLeadList } from '../objects';
import { leadListView, setMembers, takeId } from '../state';
import type { State } from '../state';
import { idList, name } from '../validation';
import { addToCampaign, moveToCampaign } from './leadListCampaigns';
import { enrich } from './enrichment';
import { bodyOf, leadListOf, listResponse } from './route';
import type { Call, Routes } from './route';

const searchType = z.enum(['PEOPLE', 'COMPANY']);

export const leadListRoutes: Routes = {
	'/api/v1/public/lead-lists/': {
		GET: (call) => listResponse(call, 'lead_lists', call.context.state.leadLists.map(leadListView)),
		POST: create,
	},
	'/api/v1/public/lead-lists/:id/leads/': { GET: leads },
	'/api/v1/public/lead-lists/:id/add-leads/': { POST: addLeads },
	'/api/v1/public/lead-lists/:id/add-to-campaign/': { POST: addToCampaign },
	'/api/v1/public/lead-lists/:id/move-to-campaign/': { POST: moveToCampaign },
	'/api/v1/public/lead-lists/:id/enrichment/': { POST: enrich },
};

/**
 * Reference, Lead list creation; method, path and `search_type`: extended API, 6.2, its default by
 * convention.
 */
function create(call: Call) {
	const { state } = call.context;
	const given = bodyOf(call, z.object({ name, search_type: searchType.default('PEOPLE') }));
	const list = newObject(StoredLeadList, { id: takeId(state), ...given });
	state.leadLists.push(list);
	return ok({ success: true, lead_list: leadListView(list) }, 201);
}

/** Extended API, 6.3: shape unknown; convention: `leads`, and `companies` for a list of companies. */
function leads(call: Call) {
	const list = leadListOf(call);
	const isCompanies = list.search_type === 'COMPANY';
	return listResponse(
		call,
		isCompanies ? 'companies' : 'leads',
		membersOf(call.context.state, list),
	);
}

function membersOf({ leads: people, companies }: State, list: StoredLeadList) {
	const all = list.search_type === 'COMPANY' ? companies : people;
	const members = new Map<number, unknown>(all.map((member) => [member.id, member]));
	return list.member_ids.flatMap((id) => members.get(id) ?? []);
}

/** Extended API, 6.4: both fields may be sent, one of them empty. Response by convention. */
function addLeads(call: Call) {
	const { state } = call.context;
	const list = leadListOf(call);
	const empty = idList.default([]);
	const given = bodyOf(call, z.object({ prospect_ids: empty, company_ids: empty }));
	const field = list.search_type === 'COMPANY' ? 'company_ids' : 'prospect_ids';
	const all = list.search_type === 'COMPANY' ? state.companies : state.leads;
	if (given.prospect_ids.length + given.company_ids.length === 0) {
		throw invalid({ [field]: ['This field is required.'] });
	}
	if (given[field].length === 0) {
		throw failure(400, `A list of search type ${list.search_type} takes ${field}`);
	}
	rejectUnknown(field, given[field], all);
	const added = [...new Set(given[field])].filter((id) => !list.member_ids.includes(id));
	setMembers(list, [...list.member_ids, ...added]);
	return ok({ success: true, added_count: added.length, lead_list: leadListView(list) });
}
