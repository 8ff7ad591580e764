import { defineResource } from '../../../shared/operations/operation';
import { deleteStep } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const campaignStep = defineResource({
	name: 'Campaign Step',
	value: 'campaignStep',
	description: 'A step of a campaign, such as an email that it sends',
	operations: [deleteStep, get, getAll, update],
});
