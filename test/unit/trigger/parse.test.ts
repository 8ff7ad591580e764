import { bytesOf } from '../../../nodes/PublicOutreachTrigger/delivery/receive';
import {
	passesFilters,
	readDelivery,
	type Filters,
} from '../../../nodes/PublicOutreachTrigger/incomingMessage';
import { exampleDelivery } from '../../../dev/exampleDelivery';

const encode = (text: string) => new TextEncoder().encode(text);

/** A body as n8n hands it over: parsed when its type is JSON. */
function ofType(contentType: string, text: string, body: unknown = undefined) {
	return readDelivery({ contentType, body, bytes: encode(text) });
}

const json = (body: unknown) => ofType('application/json', 'the bytes', body);

describe('reading a delivery', () => {
	it('recognises an incoming message and keeps its body as it came', () => {
		const body = { ...exampleDelivery, unknown: [{ deep: null }] };
		const delivery = json(body);

		expect(delivery).toEqual({ kind: 'message', body });
		expect(delivery.kind === 'message' && delivery.body).toBe(body);
	});

	it.each([
		['another event', { event: 'campaign_finished', message: {} }],
		['no event', { message: {} }],
		['an event of another type', { event: ['incoming_message'], message: {} }],
		['an empty object', {}],
	])('has nothing to do for %s', (_what, body) => {
		expect(json(body)).toEqual({ kind: 'other-event' });
	});

	it.each([
		['no message', { event: 'incoming_message' }],
		['a message that is null', { event: 'incoming_message', message: null }],
		['a message that is an array', { event: 'incoming_message', message: [{}] }],
		['a message that is a text', { event: 'incoming_message', message: 'Hello' }],
	])('tells an incoming message with %s from another event', (_what, body) => {
		expect(json(body)).toEqual({ kind: 'no-message' });
	});

	it.each([[null], [undefined], [[]], [[exampleDelivery]], ['text'], [5], [true]])(
		'sees that %j is not an object',
		(body) => {
			expect(json(body)).toEqual({ kind: 'not-an-object' });
		},
	);

	it.each(['text/plain', 'application/vnd.outreach+json', 'application/octet-stream', ''])(
		'reads JSON that comes as "%s", for what n8n made of it may be something else',
		(type) => {
			const read = ofType(type, JSON.stringify(exampleDelivery), 'whatever');

			expect(read).toEqual({ kind: 'message', body: exampleDelivery });
		},
	);

	it('does not take a form or XML for a JSON object, which n8n parses into objects', () => {
		const parsed = { event: 'incoming_message', message: {} };

		for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'multipart/form-data']) {
			expect(ofType(type, 'event=incoming_message', parsed)).toEqual({ kind: 'not-an-object' });
		}
	});
});

describe('the bytes of a body', () => {
	it('are what n8n has read', async () => {
		const readRawBody = jest.fn();

		expect(await bytesOf({ rawBody: encode('read'), readRawBody })).toEqual(encode('read'));
		expect(readRawBody).not.toHaveBeenCalled();
	});

	it('are read where n8n has not', async () => {
		const request = {
			rawBody: undefined as Uint8Array | undefined,
			async readRawBody() {
				request.rawBody = encode('unread');
			},
		};

		expect(await bytesOf(request)).toEqual(encode('unread'));
	});

	it.each([
		['cannot be read any more', { readRawBody: async () => await Promise.reject(new Error()) }],
		['are not there', {}],
		['are none', { rawBody: 'text' }],
	])('are empty where they %s', async (_what, request) => {
		expect(await bytesOf(request)).toEqual(new Uint8Array());
	});
});

describe('filters', () => {
	const everyone: Filters = {
		messagesFrom: 'everyone',
		campaignIds: [],
		leadStatus: [],
		textContains: '',
		firstMessageOnly: false,
	};
	const from = (sent_by_lead: unknown) => ({ message: { sent_by_lead } });
	const of = (id: unknown) => ({ message: { campaign: { id } } });

	it('let everything pass without any', () => {
		for (const message of [{}, { campaign: null }, { sent_by_lead: 'maybe' }]) {
			expect(passesFilters({ message }, everyone)).toBe(true);
		}
	});

	it('keep only what a lead sent', () => {
		const leads = { ...everyone, messagesFrom: 'leads' } satisfies Filters;
		const passing = [true, false, null, undefined, 'true', 1].filter((sent) =>
			passesFilters(JSON.parse(JSON.stringify(from(sent))), leads),
		);

		expect(passing).toEqual([true]);
	});

	it('keep only what a lead sent, where it is to be the first of a lead', () => {
		const first = { ...everyone, firstMessageOnly: true };

		expect(passesFilters(from(true), first)).toBe(true);
		expect(passesFilters(from(false), first)).toBe(false);
	});

	it('keep only the chosen statuses of the lead, in any case', () => {
		const chosen = { ...everyone, leadStatus: ['in_review', 'WON'] };
		const passing = ['IN_REVIEW', 'won', 'LOST', null, undefined].filter((status) =>
			passesFilters({ message: { lead: { status: status ?? null } } }, chosen),
		);

		expect(passing).toEqual(['IN_REVIEW', 'won']);
	});

	it('keep only messages with a text in them, in any case', () => {
		const chosen = { ...everyone, textContains: 'MEET' };
		const passing = ["Let's meet", 'No', '', null, 5].filter((message) =>
			passesFilters({ message: { message } }, chosen),
		);

		expect(passing).toEqual(["Let's meet"]);
	});

	it('keep only the chosen campaigns, whether their ID comes as a number or as a text', () => {
		const chosen = { ...everyone, campaignIds: [7, 8] };
		const passing = [7, '8', 9, '79', null, undefined, {}].filter((id) =>
			passesFilters(JSON.parse(JSON.stringify(of(id))), chosen),
		);

		expect(passing).toEqual([7, '8']);
	});
});
