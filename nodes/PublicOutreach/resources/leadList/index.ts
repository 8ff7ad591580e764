import { defineResource } from '../../../shared/operations/operation';
import { addLeads } from './addLeads';
import { addToCampaign } from './addToCampaign';
import { create } from './create';
import { enrich } from './enrich';
import { getAll } from './getAll';
import { getLeads } from './getLeads';
import { moveToCampaign } from './moveToCampaign';

export const leadList = defineResource({
	name: 'Lead List',
	value: 'leadList',
	description: 'A list of people or companies to contact',
	operations: [addLeads, addToCampaign, create, enrich, getAll, getLeads, moveToCampaign],
});
