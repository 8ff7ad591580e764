import { defineResource } from '../../../shared/operations/operation';
import { getAll } from './getAll';
import { sendMessage } from './sendMessage';

export const chat = defineResource({
	name: 'Chat',
	value: 'chat',
	description: 'A conversation with a lead',
	operations: [getAll, sendMessage],
});
