import { z } from 'zod';

import { crypto } from '../platform';
import { found, notFound } from './response';
import type { Context } from './context';
import { ChatMessage, newObject, StoredChat, timestamp } from './objects';
import type { StoredCampaign } from './objects';
import type { Lead } from './seed/people';
import { leadView, summaryOf, takeId } from './state';
import type { State } from './state';
import { check } from './validation';

/** The optional fields of a message. */
export const messageInput = z.object({
	message: z.string().default('Thanks for reaching out. Could we talk on Thursday?'),
	/**
	 * Random, not counted: a receiver remembers identifiers beyond a restart of the simulator and would
	 * take the first message of the next run for a duplicate.
	 */
	message_id: z.string().default(() => `msg_${crypto.randomUUID()}`),
	sent_by_lead: z.boolean().default(true),
	sent_at: z.string().default(timestamp),
	/** The lead who writes, by the ID that the message carries. */
	lead_id: z.number().int().optional(),
	/** The same person by the ID that lists, searches and Send Message use. */
	prospect_id: z.number().int().optional(),
	campaign_id: z.number().int().optional(),
	/** Overrides single fields of the delivered lead, not of the stored one. */
	lead: z.record(z.unknown()).optional(),
	campaign: z.record(z.unknown()).optional(),
});
export type MessageInput = z.input<typeof messageInput>;

/**
 * A lead writes: adds the message to the chat, and returns the body to deliver, exactly as documented
 * (reference, Events and Incoming message).
 */
export function receiveMessage({ state, events }: Context, input: MessageInput) {
	const { lead_id, prospect_id, campaign_id, ...given } = check(messageInput, input);
	const person = personOf(state, lead_id, prospect_id);
	const chat = state.chats.find((one) => one.prospect_id === person.id);
	const campaign = campaignOf(state, campaign_id ?? chat?.campaign_id, person.id);
	const { message, message_id, sent_by_lead, sent_at } = given;
	const sent = { message_id, message, sent_by_lead, sent_at };
	const entry = newObject(ChatMessage, { id: takeId(state), ...sent });
	enterChat(chat ?? openChat(state, person, campaign), entry);
	events.emit('change', { state: true });
	return {
		event: 'incoming_message',
		message: {
			...entry,
			campaign: { ...summaryOf(campaign), ...given.campaign },
			lead: { ...leadView(person), ...given.lead },
		},
	};
}

/** The newest messages only: a benchmark that writes a million must not fill the memory. */
const longestChat = 500;

function enterChat(chat: StoredChat, message: ChatMessage): void {
	chat.messages.push(message);
	if (chat.messages.length > longestChat) chat.messages.shift();
	chat.updated_at = message.created_at;
}

function personOf(state: State, leadId: number | undefined, prospectId: number | undefined): Lead {
	const wanted = prospectId ?? state.chats[0]?.prospect_id;
	if (leadId === undefined) return found(state.leads, wanted, 'Lead');
	const person = state.leads.find((one) => leadView(one).id === leadId);
	if (!person) throw notFound('Lead');
	return person;
}

/** The campaign that is named, or one that the person is in, or any. */
function campaignOf(
	{ campaigns }: State,
	campaignId: number | undefined,
	prospectId: number,
): StoredCampaign {
	const own = campaigns.find(({ prospect_ids }) => prospect_ids.includes(prospectId));
	return found(campaigns, campaignId ?? (own ?? campaigns[0])?.id, 'Campaign');
}

function openChat(state: State, person: Lead, campaign: StoredCampaign): StoredChat {
	const between = { prospect_id: person.id, campaign_id: campaign.id };
	const chat = newObject(StoredChat, { id: takeId(state), ...between });
	state.chats.push(chat);
	return chat;
}
