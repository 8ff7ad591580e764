import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { rejectionOf, serialize } from './response';
import type { SentResponse } from './response';
import type { Context } from './context';
import { faultSchema } from './faults';
import { messageInput, receiveMessage } from './messages';
import { optionsPatch } from './options';
import { bodyText } from './pipeline';
import { chatViews, leadView } from './state';
import { ownKey } from './users';
import { check, parseJson } from './validation';
import { deliverToAll } from './webhook';

type Work = (rawBody: string) => unknown;

/** The simulator's control endpoints, for tests and the page. No key, no limit. */
export function registerControl(app: FastifyInstance, context: Context): void {
	rejectOtherSites(app);
	const on = (method: 'GET' | 'POST' | 'PATCH', path: string, work: Work) => {
		app.route({
			method,
			url: `/_simulator/${path}`,
			handler: async (request, reply) => {
				const response = await responseOf(() => work(bodyText(request)));
				const { text, contentType } = serialize(response);
				return await reply.code(response.status).type(contentType).send(text);
			},
		});
	};
	on('POST', 'messages', (raw) => writeAsLead(context, raw));
	on('POST', 'faults', (raw) => {
		const faults = [parseJson(raw)].flat().map((fault) => check(faultSchema, fault));
		context.faults.add(...faults);
		return { success: true };
	});
	on('PATCH', 'options', (raw) => {
		Object.assign(context.settings, check(optionsPatch, parseJson(raw)));
		return optionsPatch.strip().parse(context.settings);
	});
	on('POST', 'reset', (raw) => {
		const { keep_webhooks } = check(resetRequest, parseJson(raw));
		context.reset({ webhooks: keep_webhooks });
		return { success: true };
	});
	// Useless outside of this process: the page shows it, to be copied into n8n.
	on('GET', 'key', () => ({ api_key: ownKey(context.state) }));
}

/** CSRF protection: any site open in the same browser could otherwise control the simulator. */
function rejectOtherSites(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ url, headers: { origin, host } }, reply) => {
		const isOwn = origin === undefined || origin === `http://${host ?? ''}`;
		if (isOwn || !url.startsWith('/_simulator/')) return;
		await reply.code(403).send({ error: 'Not for other sites' });
	});
}

async function responseOf(work: () => unknown): Promise<SentResponse> {
	try {
		return { status: 200, body: await work() };
	} catch (error) {
		return rejectionOf(error);
	}
}

const resetRequest = z.object({ keep_webhooks: z.boolean().optional() });

const messageRequest = messageInput.extend({ times: z.number().int().min(1).max(100).optional() });

/** `times` above 1 delivers the very same message again: the duplicates of a service without guarantees. */
async function writeAsLead(context: Context, raw: string) {
	const { times = 1, ...input } = check(messageRequest, parseJson(raw));
	const body = receiveMessage(context, input);
	const deliveries = [];
	for (let time = 0; time < times; time += 1) {
		deliveries.push(...(await deliverToAll(context, body)));
	}
	return { message: body.message, deliveries };
}

export function stateView({ state, requests, deliveries }: Context) {
	return {
		campaigns: state.campaigns,
		lead_lists: state.leadLists,
		chats: chatViews(state),
		leads: state.leads.map((person) => ({ ...person, lead_id: leadView(person).id })),
		webhook_url: state.webhookUrl,
		counts: { requests: requests.rows.length, deliveries: deliveries.rows.length },
	};
}
