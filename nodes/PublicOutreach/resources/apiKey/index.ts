import { defineResource } from '../../../shared/operations/operation';
import { create } from './create';
import { getAll } from './getAll';
import { revoke } from './revoke';
import { rotate } from './rotate';

export const apiKey = defineResource({
	name: 'API Key',
	value: 'apiKey',
	description: "A key to the service's API",
	operations: [create, getAll, revoke, rotate],
});
