import { defineResource } from '../../../shared/operations/operation';
import { deleteStep } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const campaignStep = defineResource({
	name: 'Campaign Step',
	value: 'campaignStep',
	description: 'An email or LinkedIn message that a campaign sends',
	operations: [deleteStep, get, getAll, update],
});
