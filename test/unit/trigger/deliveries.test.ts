import { passesFilters, readDelivery } from '../../../nodes/PublicOutreachTrigger/deliveries';
import { exampleDelivery } from '../../../nodes/PublicOutreachTrigger/example';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A body as n8n hands it over: parsed when its type is JSON. */
function ofType(contentType: string, text: string, body: unknown = undefined) {
	return readDelivery({ contentType, body, rawBody: bytesOf(text) });
}

const json = (body: unknown) => ofType('application/json', 'the bytes', body);

describe('reading a delivery', () => {
	it('recognises an incoming message and keeps its body as it came', () => {
		const body = { ...exampleDelivery, unknown: [{ deep: null }] };
		const delivery = json(body);

		expect(delivery).toEqual({ kind: 'message', body, bytes: bytesOf('the bytes') });
		expect(delivery.kind === 'message' && delivery.body).toBe(body);
	});

	it.each([
		['another event', { event: 'campaign_finished', message: {} }],
		['no event', { message: {} }],
		['an event of another type', { event: ['incoming_message'], message: {} }],
		['no message', { event: 'incoming_message' }],
		['a message that is no object', { event: 'incoming_message', message: 'Hello' }],
		['an empty object', {}],
	])('has nothing to do for %s', (_what, body) => {
		expect(json(body)).toEqual({ kind: 'other-event' });
	});

	it.each([[null], [undefined], [[]], [[exampleDelivery]], ['text'], [5], [true]])(
		'sees that %j is not an object',
		(body) => {
			expect(json(body)).toEqual({ kind: 'not-an-object' });
		},
	);

	it('reads JSON that comes under another type, for what n8n made of it may be something else', () => {
		const text = JSON.stringify(exampleDelivery);

		for (const type of ['text/plain', 'application/vnd.outreach+json', '']) {
			const read = ofType(type, text, 'whatever');
			expect(read).toEqual({ kind: 'message', body: exampleDelivery, bytes: bytesOf(text) });
		}
	});

	it('does not take a form or XML for a JSON object, which n8n parses into objects', () => {
		const parsed = { event: 'incoming_message', message: {} };

		for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'multipart/form-data']) {
			expect(ofType(type, 'event=incoming_message', parsed)).toEqual({ kind: 'not-an-object' });
		}
	});
});

describe('filters', () => {
	const everyone = { messagesFrom: 'everyone', campaignIds: [] } as const;
	const from = (sent_by_lead: unknown) => ({ message: { sent_by_lead } });
	const of = (id: unknown) => ({ message: { campaign: { id } } });

	it('let everything pass without any', () => {
		for (const message of [{}, { campaign: null }, { sent_by_lead: 'maybe' }]) {
			expect(passesFilters({ message }, { ...everyone, campaignIds: [] })).toBe(true);
		}
	});

	it('keep only what a lead sent', () => {
		const leads = { messagesFrom: 'leads', campaignIds: [] } as const;
		const passing = [true, false, null, undefined, 'true', 1].filter((sent) =>
			passesFilters(JSON.parse(JSON.stringify(from(sent))), { ...leads, campaignIds: [] }),
		);

		expect(passing).toEqual([true]);
	});

	it('keep only the chosen campaigns, whether their ID comes as a number or as a text', () => {
		const chosen = { messagesFrom: 'everyone', campaignIds: [7, 8] } as const;
		const passing = [7, '8', 9, '79', null, undefined, {}].filter((id) =>
			passesFilters(JSON.parse(JSON.stringify(of(id))), { ...chosen, campaignIds: [7, 8] }),
		);

		expect(passing).toEqual([7, '8']);
	});
});
