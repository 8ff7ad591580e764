import { bytesOf } from '../../../nodes/PublicOutreachTrigger/receive';
import {
	passesFilters,
	readDelivery,
	type Filters,
} from '../../../nodes/PublicOutreachTrigger/message';
import { exampleDelivery } from '../../../dev/exampleDelivery';

const encode = (text: string) => new TextEncoder().encode(text);

/** A body as n8n hands it over: parsed when its type is JSON. */
function ofType(contentType: string, text: string, body: unknown = undefined) {
	return readDelivery({ contentType, body, bytes: encode(text) });
}

const json = (body: unknown) => ofType('application/json', JSON.stringify(body) ?? '', body);

describe('reading a delivery', () => {
	it('recognises an incoming message and keeps its body as it came', () => {
		const body = { ...exampleDelivery, unknown: [{ deep: null }] };
		const delivery = json(body);

		expect(delivery).toEqual({ kind: 'message', body });
		expect(delivery.kind === 'message' && delivery.body).toBe(body);
	});

	const withMessage = (message?: unknown) => ({ event: 'incoming_message', message });

	it.each<[string, unknown[]]>([
		['not-an-object', [null, undefined, [], [exampleDelivery], 'text', 5, true]],
		['no-message', [{ event: 'incoming_message' }, ...[null, [{}], 'Hello'].map(withMessage)]],
		['other-event', [{}, ...['another', ['incoming_message']].map((event) => ({ event }))]],
		['other-event', [undefined, 'another'].map((event) => ({ event, message: {} }))],
	])('recognises %s: %j', (kind, bodies) => {
		for (const body of bodies) expect({ body, ...json(body) }).toEqual({ body, kind });
	});

	it.each([
		'text/plain',
		'application/json ; charset=utf-8',
		'application/json-patch+json',
		'application/vnd.outreach+json',
		'application/x-www-form-urlencoded',
		'application/octet-stream',
		'',
	])('reads JSON that comes as "%s", for what n8n made of it may be something else', (type) => {
		const read = ofType(type, JSON.stringify(exampleDelivery), 'whatever');

		expect(read).toEqual({ kind: 'message', body: exampleDelivery });
	});

	it('does not take a form or XML for a JSON object, which n8n parses into objects', () => {
		const parsed = { event: 'incoming_message', message: {} };

		for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'multipart/form-data']) {
			expect(ofType(type, 'event=incoming_message', parsed)).toEqual({ kind: 'not-an-object' });
		}
	});
});

describe('the bytes of a body', () => {
	it('are what n8n has read, which is not read again', async () => {
		const readRawBody = jest.fn();

		expect(await bytesOf({ rawBody: encode('read'), readRawBody })).toEqual(encode('read'));
		expect(readRawBody).not.toHaveBeenCalled();
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
	const sent = (sent_by_lead?: unknown) => ({ sent_by_lead });
	const of = (id?: unknown) => ({ campaign: { id } });
	const about = (status?: unknown) => ({ lead: { status } });
	const saying = (message?: unknown) => ({ message });
	const notFromLead = [false, null, undefined, 'true', 1].map(sent);

	it.each<[string, Partial<Filters>, object[], object[]]>([
		['everything without any', {}, [{}, { campaign: null }, sent('maybe')], []],
		['what a lead sent', { messagesFrom: 'leads' }, [sent(true)], notFromLead],
		['the first of a lead', { firstMessageOnly: true }, [sent(true)], notFromLead],
		[
			'the chosen statuses of the lead, in any case',
			{ leadStatus: ['in_review', 'WON', 'null', 'undefined'] },
			['IN_REVIEW', 'won'].map(about),
			['LOST', null, undefined, { toString: 'WON' }].map(about),
		],
		[
			'a part of the text, in any case',
			{ textContains: 'MEET' },
			[saying("Let's meet")],
			['No', '', null, 5].map(saying),
		],
		[
			'a part of the text, however apostrophes, accents and spaces are stored',
			{ textContains: "Let's meet Zoë" },
			['Let\u2019s meet Zoe\u0308', 'let\u2019s meet\u00a0Zo\u00eb?'].map(saying),
			['No', '', null, 5].map(saying),
		],
		[
			'the chosen campaigns, whether their ID comes as a number or as a text',
			{ campaignIds: [7, 8] },
			[7, '8'].map(of),
			[9, '79', null, undefined, {}].map(of),
		],
	])('keep %s', (_what, chosen, kept, dropped) => {
		const passing = [...kept, ...dropped].filter((message) =>
			passesFilters({ message: { ...message } }, { ...everyone, ...chosen }),
		);

		expect(passing).toEqual(kept);
	});
});
