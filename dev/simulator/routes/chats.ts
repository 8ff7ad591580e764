import { z } from 'zod';

import { failure, notFound, ok } from '../answer';
import { enterChat, newMessage } from '../messages';
import { chatView } from '../state';
import { integer, name } from '../validation';
import { bodyOf, listAnswer } from './route';
import type { Call, Route } from './route';

export const chatRoutes: Route[] = [
	{
		// Without a trailing slash: so the reference writes it.
		path: '/api/v1/public/chats',
		methods: {
			GET: (call) => {
				const { state } = call.context;
				const rows = state.chats.map((chat) => chatView(state, chat));
				return listAnswer(call, 'chats', rows);
			},
		},
	},
	{ path: '/api/v1/public/chats/:id/send-message/', methods: { POST: send } },
];

/** extended-api §8.2. */
const sendBody = z.object({
	message: name,
	subject_line: z.string().optional(),
	sender_account_id: integer.optional(),
});

/**
 * Response unknown; convention: the message as it stands in the chat. Someone without a conversation is
 * refused: the call "replies to an existing conversation". No delivery follows: nothing was received.
 */
function send(call: Call) {
	const { state } = call.context;
	const { message } = bodyOf(call, sendBody);
	const prospect = state.leads.find(({ id }) => id === call.params.id);
	if (!prospect) throw notFound('Prospect');
	const chat = state.chats.find(({ prospect_id }) => prospect_id === prospect.id);
	if (!chat) throw failure(400, 'There is no conversation with this prospect');
	const text = chat.channel === 'LINKEDIN' ? message.replaceAll(/<[^>]*>/g, '') : message;
	const sent = newMessage(state, { message: text, sent_by_lead: false });
	enterChat(chat, sent);
	return ok({ success: true, message: sent });
}
