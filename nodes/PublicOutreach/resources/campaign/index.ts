import { defineResource } from '../../../shared/operations/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { getAnalytics } from './getAnalytics';
import { getManyAnalytics } from './getManyAnalytics';
import { update } from './update';

export const campaign = defineResource({
	name: 'Campaign',
	value: 'campaign',
	description: 'An outreach campaign and its settings',
	operations: [create, get, getAll, getAnalytics, getManyAnalytics, update],
});
