import { z } from 'zod';

import { crypto } from '../platform';
import { notFound } from './answer';
import type { Context } from './context';
import { leadView, takeId, timestamp } from './state';
import type { State, StoredCampaign, StoredChat } from './state';
import type { ChatMessage, IncomingMessage, Lead } from './types';
import { check } from './validation';

/** The optional fields of a message; the rest is generated. */
export const messageInput = z.object({
	message: z.string().optional(),
	message_id: z.string().optional(),
	sent_by_lead: z.boolean().optional(),
	sent_at: z.string().optional(),
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

/** The body of a delivery, exactly as documented (reference, Events and Incoming message). */
export interface IncomingMessageBody {
	event: 'incoming_message';
	message: IncomingMessage;
}

/** A lead writes: adds the message to the chat, and returns the body to deliver. */
export function receiveMessage(context: Context, input: MessageInput): IncomingMessageBody {
	const { state } = context;
	const given = check(messageInput, input);
	const person = personOf(state, given);
	const chat = state.chats.find(({ prospect_id }) => prospect_id === person.id);
	const campaign = campaignOf(state, given.campaign_id ?? chat?.campaign_id, person.id);
	const message = newMessage(state, { ...given, sent_by_lead: given.sent_by_lead ?? true });
	enterChat(chat ?? openChat(state, person, campaign), message);
	context.events.emit('state');
	return {
		event: 'incoming_message',
		message: {
			...message,
			campaign: {
				id: campaign.id,
				name: campaign.name,
				status: campaign.status,
				...given.campaign,
			},
			lead: { ...leadView(person), ...given.lead },
		},
	};
}

/**
 * Identifiers are random, not counted: a receiver remembers them beyond a restart of the simulator
 * and would take the first message of the next run for a duplicate.
 */
export function newMessage(
	state: State,
	given: Partial<Pick<ChatMessage, 'message' | 'message_id' | 'sent_by_lead' | 'sent_at'>>,
): ChatMessage {
	const now = timestamp();
	return {
		id: takeId(state),
		message_id: given.message_id ?? `msg_${crypto.randomUUID()}`,
		message: given.message ?? 'Thanks for reaching out. Could we talk on Thursday?',
		sent_by_lead: given.sent_by_lead ?? false,
		sent_at: given.sent_at ?? now,
		created_at: now,
		updated_at: now,
	};
}

/** The newest messages only: a benchmark that writes a million must not fill the memory. */
const longestChat = 500;

export function enterChat(chat: StoredChat, message: ChatMessage): void {
	chat.messages.push(message);
	if (chat.messages.length > longestChat) chat.messages.shift();
	chat.updated_at = message.created_at;
}

type Writer = Pick<z.output<typeof messageInput>, 'lead_id' | 'prospect_id'>;

function personOf(state: State, { lead_id, prospect_id }: Writer): Lead {
	const wanted = prospect_id ?? state.chats[0]?.prospect_id;
	const isWriter = (person: Lead) =>
		lead_id === undefined ? person.id === wanted : leadView(person).id === lead_id;
	const person = state.leads.find(isWriter);
	if (!person) throw notFound('Lead');
	return person;
}

function campaignOf(
	state: State,
	campaignId: number | undefined,
	prospectId: number,
): StoredCampaign {
	const campaign =
		campaignId === undefined
			? (state.campaigns.find(({ prospect_ids }) => prospect_ids.includes(prospectId)) ??
				state.campaigns[0])
			: state.campaigns.find(({ id }) => id === campaignId);
	if (!campaign) throw notFound('Campaign');
	return campaign;
}

function openChat(state: State, person: Lead, campaign: StoredCampaign): StoredChat {
	const now = timestamp();
	const chat: StoredChat = {
		id: takeId(state),
		prospect_id: person.id,
		campaign_id: campaign.id,
		channel: 'EMAIL',
		messages: [],
		created_at: now,
		updated_at: now,
	};
	state.chats.push(chat);
	return chat;
}
