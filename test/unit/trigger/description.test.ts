import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';

const { description, webhookMethods } = new PublicOutreachTrigger();

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function fieldsOf(properties: Option[]): Record<string, unknown> {
	return Object.fromEntries(
		properties.map((field) => [field.name, 'default' in field ? field.default : undefined]),
	);
}

const fieldNamed = (name: string) => description.properties.find((field) => field.name === name);

/** What saved workflows depend on: names, values and defaults (interface.md). */
describe("the trigger's interface", () => {
	it('has the parameters and defaults that workflows were saved with', () => {
		const { slotNotice, ...parameters } = fieldsOf(description.properties);

		expect(parameters).toEqual({ messagesFrom: 'everyone', output: 'message', options: {} });
		expect(slotNotice).toBe('');
		expect(fieldsOf(fieldNamed('options')?.options ?? [])).toEqual({
			campaignIds: '',
			verifyDeliveries: true,
			deduplicationWindow: 1000,
		});
	});

	it.each([
		['messagesFrom', ['everyone', 'leads']],
		['output', ['message', 'raw', 'simplified']],
	])('offers for %s: %j', (name, values) => {
		const options = fieldNamed(name)?.options ?? [];

		expect(options.map((option) => 'value' in option && option.value)).toEqual(values);
	});

	it('has two webhooks on one path, of which the service uses one', () => {
		expect(description).toMatchObject({ name: 'publicOutreachTrigger', version: 1 });
		expect(description.webhooks).toMatchObject([
			{ name: 'default', httpMethod: 'POST', path: 'webhook', responseData: '' },
			{ name: 'setup', httpMethod: 'GET', path: 'webhook' },
		]);
		expect(Object.keys(webhookMethods)).toEqual(['default']);
	});
});

describe('what the user reads', () => {
	const fields = description.properties.filter(({ type }) => type !== 'notice');
	const all: Option[] = [...fields, ...fields.flatMap(({ options }) => options ?? [])];

	it('lists options in alphabetical order', () => {
		for (const { name, options } of fields) {
			const labels = (options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect([name, labels]).toEqual([name, [...labels].sort()]);
		}
	});

	it('describes every field, without a full stop after a single sentence', () => {
		expect(all.length).toBeGreaterThan(9);
		for (const field of all) {
			if (field.name === 'options' || !('description' in field)) continue;
			expect(field.description).toMatch(/^[A-Z].{15,}$/);
			const isOneSentence = !/[.!?] /.test(field.description ?? '');
			if (isOneSentence) expect(field.description).not.toMatch(/\.$/);
		}
	});

	it('says that the slot is one for each user, and how to share it', () => {
		const notice = fieldNamed('slotNotice')?.displayName;

		expect(notice).toContain('one URL');
		expect(notice).toContain('Execute Sub-workflow');
	});
});
