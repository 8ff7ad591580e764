import {
	addedToCampaign,
	anyObject,
	campaign,
	campaignStep,
	deletedStep,
	enrichment,
	lead,
	leadList,
	prospect,
	webhookSlot,
} from '../../../nodes/shared/api/schemas';

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
	schema.safeParse(value).success;

describe('the schema of an answer', () => {
	it.each([
		['a campaign', campaign],
		['a step', campaignStep],
		['a lead list', leadList],
	])('of %s asks for its ID alone', (_what, schema) => {
		expect(accepts(schema, { id: 1 })).toBe(true);
		expect(accepts(schema, { id: '1' })).toBe(true);
		expect(accepts(schema, { name: 'Without' })).toBe(false);
		expect(accepts(schema, { id: null })).toBe(false);
	});

	it.each([
		['a lead', lead],
		['a prospect', prospect],
		['an enrichment', enrichment],
		['an addition to a campaign', addedToCampaign],
		['the webhook', webhookSlot],
		['something unknown', anyObject],
	])('of %s asks for nothing', (_what, schema) => {
		expect(accepts(schema, {})).toBe(true);
		expect(accepts(schema, { id: null, success: 'yes', results: 5, prospects: 'none' })).toBe(true);
		expect(accepts(schema, 'text')).toBe(false);
	});

	it('of a deletion asks for what this package says itself', () => {
		expect(accepts(deletedStep, { deleted: true })).toBe(true);
		expect(accepts(deletedStep, { deleted: false })).toBe(false);
	});

	it('lets fields pass that are null, of another type, or not described', () => {
		const odd = { id: 1, name: null, sending_window: 'always', email_max_messages: '5', extra: [] };
		expect(accepts(campaign, odd)).toBe(true);
		expect(accepts(lead, { company: null, custom_fields: { a: { b: 1 } }, email: 5 })).toBe(true);
	});
});
