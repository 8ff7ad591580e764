import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { toOutput, simplify } from '../../../nodes/PublicOutreachTrigger/message';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { numRuns } from '../../properties';

const message: IDataObject = exampleDelivery.message;

/** The example in the ten most used fields. */
const SIMPLIFIED = {
	message_id: 'msg_01JQ8Z6T3N',
	message: 'Thanks for reaching out. Could we talk on Thursday?',
	sent_by_lead: true,
	sent_at: '2026-03-02T09:14:00Z',
	campaign_id: 1042,
	campaign_name: 'Wind farms, spring',
	lead_id: 77,
	lead_name: 'Ada Berg',
	lead_email: 'ada.berg@example.com',
	company_name: 'Nordlicht Energie',
};
const EMPTY = Object.fromEntries(Object.keys(SIMPLIFIED).map((name) => [name, null]));

describe('simplified', () => {
	it.each<[string, IDataObject, object]>([
		['the ten fields of a message', message, SIMPLIFIED],
		['null where it has no value', { lead: null, campaign: undefined, message: null }, EMPTY],
		['the first name alone', { lead: { first_name: 'Ada' } }, { ...EMPTY, lead_name: 'Ada' }],
		[
			'the last name alone',
			{ lead: { first_name: '', last_name: 'Berg' } },
			{ ...EMPTY, lead_name: 'Berg' },
		],
	])('gives %s', (_what, given, fields) => {
		expect(simplify(given)).toEqual(fields);
	});

	it('has exactly ten flat fields, whatever the message is', () => {
		const nearly = fc.record(
			{
				message_id: fc.anything(),
				message: fc.anything(),
				campaign: fc.anything(),
				lead: fc.oneof(fc.anything(), fc.record({ company: fc.anything(), id: fc.anything() })),
			},
			{ requiredKeys: [] },
		);
		const property = fc.property(fc.oneof(fc.anything(), nearly), (anything) => {
			const fields = simplify(anything);
			expect(Object.keys(fields).sort()).toEqual(Object.keys(SIMPLIFIED).sort());
			for (const value of Object.values(fields)) {
				expect(value === null || typeof value !== 'object').toBe(true);
			}
		});
		fc.assert(property, numRuns(1_000));
	});
});

it('message and raw put out what was delivered, the very objects', () => {
	const body: IDataObject = { ...exampleDelivery, unknown: ['new'] };

	expect(toOutput(body, 'message')).toBe(body.message);
	expect(toOutput(body, 'raw')).toBe(body);
});
