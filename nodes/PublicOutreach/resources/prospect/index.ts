import { defineResource } from '../../../shared/operations/operation';
import { search } from './search';

export const prospect = defineResource({
	name: 'Prospect',
	value: 'prospect',
	description: 'A person or company that could become a lead',
	operations: [search],
});
