import { z } from 'zod';

import { failure, found, ok } from '../response';
import { receiveMessage } from '../messages';
import { chatViews } from '../state';
import { integer, name } from '../validation';
import { bodyOf, listResponse } from './route';
import type { Call, Routes } from './route';

export const chatRoutes: Routes = {
	// Without a trailing slash (reference, GET /api/v1/public/chats).
	'/api/v1/public/chats': {
		GET: (call) => listResponse(call, 'chats', chatViews(call.context.state)),
	},
	'/api/v1/public/chats/:id/send-message/': { POST: send },
};

/** Extended API, 8.2. */
const sendBody = z.object({
	message: name,
	subject_line: z.string().optional(),
	sender_account_id: integer.optional(),
});

/**
 * Response unknown; convention: the message as it stands in the chat. Someone without a conversation is
 * refused: the call "replies to an existing conversation". What the user's own account sent is not
 * delivered: whether the service does so is unknown.
 */
function send(call: Call) {
	const { state } = call.context;
	const { message } = bodyOf(call, sendBody);
	const prospect = found(state.leads, call.params.id, 'Prospect');
	const chat = state.chats.find(({ prospect_id }) => prospect_id === prospect.id);
	if (!chat) throw failure(400, 'There is no conversation with this prospect');
	receiveMessage(call.context, {
		message: chat.channel === 'LINKEDIN' ? message.replaceAll(/<[^>]*>/g, '') : message,
		sent_by_lead: false,
		prospect_id: prospect.id,
	});
	return ok({ success: true, message: chat.messages.at(-1) });
}
