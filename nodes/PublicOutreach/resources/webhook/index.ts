import { defineResource } from '../../../shared/operations/operation';
import { disable } from './disable';
import { set } from './set';

export const webhook = defineResource({
	name: 'Webhook',
	value: 'webhook',
	description: "The user's one webhook for incoming messages",
	operations: [disable, set],
});
