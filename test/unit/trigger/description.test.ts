import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { readOptions } from '../../../nodes/PublicOutreachTrigger/settings';

const { description, webhookMethods } = new PublicOutreachTrigger();

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function fieldsOf(properties: Option[]): Record<string, unknown> {
	return Object.fromEntries(
		properties.map((field) => [field.name, 'default' in field ? field.default : undefined]),
	);
}

const fieldNamed = (name: string) => description.properties.find((field) => field.name === name);

/** What saved workflows depend on: names, values and defaults. */
describe("the trigger's interface", () => {
	it('has the parameters and defaults that workflows were saved with', () => {
		expect(fieldsOf(description.properties)).toEqual({
			messagesFrom: 'leads',
			output: 'message',
			options: {},
		});
		expect(fieldsOf(fieldNamed('options')?.options ?? [])).toEqual({
			alsoDeliverTo: [],
			campaignIds: [],
			verifyDeliveries: true,
			deduplicationWindow: 1000,
		});
	});

	it('reads every option that it offers', () => {
		const options = fieldsOf(fieldNamed('options')?.options ?? []);

		expect(Object.keys(readOptions(() => options)).sort()).toEqual(Object.keys(options).sort());
	});

	it.each([
		['messagesFrom', ['everyone', 'leads']],
		['output', ['message', 'raw', 'simplified']],
	])('offers for %s: %j', (name, values) => {
		const options = fieldNamed(name)?.options ?? [];

		expect(options.map((option) => 'value' in option && option.value)).toEqual(values);
	});

	/** For nodes of version 1, n8n evaluates an expression for each delivery. */
	it('has a version other than 1, which makes n8n slow', () => {
		expect(description).toMatchObject({ name: 'publicOutreachTrigger', version: 1.1 });
	});

	it('has two webhooks on one path, of which the service uses one', () => {
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

	it('says that the service has one webhook URL for each user, and how others get copies', () => {
		const { options = [] } = fieldNamed('options') ?? {};
		const also = options.find(({ name }) => name === 'alsoDeliverTo');

		expect(also && 'description' in also && also.description).toContain('one webhook URL per user');
	});

	it('has no notice: nothing that n8n cannot do is asked of users', () => {
		expect(description.properties.map(({ type }) => type)).not.toContain('notice');
	});
});
