import { defineResource } from '../../../shared/operations/operation';
import { disable } from './disable';
import { set } from './set';

export const webhook = defineResource({
	name: 'Webhook',
	value: 'webhook',
	description: 'The URL that incoming messages are forwarded to',
	operations: [disable, set],
});
