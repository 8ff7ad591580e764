import { z } from 'zod';

import { crypto } from '../platform';
import { notFound } from './answer';
import type { Context } from './context';
import { takeId, timestamp } from './state';
import type { State, StoredCampaign, StoredChat } from './state';
import type { ChatMessage, IncomingMessage, Lead } from './types';
import { check } from './validation';

/** What may be given about a message; all the rest is filled in. */
export const messageInput = z.object({
	message: z.string().optional(),
	message_id: z.string().optional(),
	sent_by_lead: z.boolean().optional(),
	sent_at: z.string().optional(),
	lead_id: z.number().int().optional(),
	campaign_id: z.number().int().optional(),
	/** Replaces single fields of the lead as delivered, not of the lead as stored. */
	lead: z.record(z.unknown()).optional(),
	campaign: z.record(z.unknown()).optional(),
});
export type MessageInput = z.input<typeof messageInput>;

/** The body of a delivery, exactly as the reference has it under Events and Incoming message. */
export interface IncomingMessageBody {
	event: 'incoming_message';
	message: IncomingMessage;
}

/** A lead writes: the message enters the chat, and the body to deliver comes back. */
export function receiveMessage(context: Context, input: MessageInput): IncomingMessageBody {
	const { state } = context;
	const given = check(messageInput, input);
	const lead = leadOf(state, given.lead_id);
	const chat = state.chats.find(({ prospect_id }) => prospect_id === lead.id);
	const campaign = campaignOf(state, given.campaign_id ?? chat?.campaign_id, lead.id);
	const message = newMessage(state, { ...given, sent_by_lead: given.sent_by_lead ?? true });
	enterChat(chat ?? openChat(state, lead, campaign), message);
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
			lead: { ...lead, ...given.lead },
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

function leadOf(state: State, leadId: number | undefined): Lead {
	const wanted = leadId ?? state.chats[0]?.prospect_id;
	const lead = state.leads.find(({ id }) => id === wanted);
	if (!lead) throw notFound('Lead');
	return lead;
}

function campaignOf(state: State, campaignId: number | undefined, leadId: number): StoredCampaign {
	const campaign =
		campaignId === undefined
			? (state.campaigns.find(({ prospect_ids }) => prospect_ids.includes(leadId)) ??
				state.campaigns[0])
			: state.campaigns.find(({ id }) => id === campaignId);
	if (!campaign) throw notFound('Campaign');
	return campaign;
}

function openChat(state: State, lead: Lead, campaign: StoredCampaign): StoredChat {
	const now = timestamp();
	const chat: StoredChat = {
		id: takeId(state),
		prospect_id: lead.id,
		campaign_id: campaign.id,
		channel: 'EMAIL',
		messages: [],
		created_at: now,
		updated_at: now,
	};
	state.chats.push(chat);
	return chat;
}
