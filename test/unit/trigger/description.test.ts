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

const optionsOf = (name: string): Option[] =>
	description.properties.find((field) => field.name === name)?.options ?? [];

/** What saved workflows depend on: names, values and defaults. */
describe("the trigger's interface", () => {
	it('has the parameters and defaults that workflows were saved with', () => {
		const fields = description.properties.filter(({ type }) => type !== 'notice');

		expect(fieldsOf(fields)).toEqual({
			messagesFrom: 'leads',
			campaignIds: [],
			output: 'message',
			options: {},
		});
		expect(fieldsOf(optionsOf('options'))).toEqual({
			alsoDeliverTo: [],
			verifyDeliveries: true,
			deduplicationWindow: 1000,
			firstMessageOnly: true,
			leadStatus: '',
			textContains: '',
		});
	});

	it('says in its panel that workflows share the webhook', () => {
		expect(JSON.stringify(description.triggerPanel)).toMatch(/share the webhook/);
	});

	it('reads every option that it offers', () => {
		const options = fieldsOf(optionsOf('options'));

		expect(Object.keys(readOptions(() => options)).sort()).toEqual(Object.keys(options).sort());
	});

	it.each([
		['messagesFrom', ['everyone', 'leads']],
		['output', ['message', 'raw', 'simplified']],
	])('offers for %s: %j', (name, values) => {
		expect(optionsOf(name).map((option) => 'value' in option && option.value)).toEqual(values);
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
	it('says that the service has one webhook URL for each user, and how others get copies', () => {
		const also = optionsOf('options').find(({ name }) => name === 'alsoDeliverTo');

		expect(also && 'description' in also && also.description).toContain('one webhook URL per user');
	});

	it('has no notice but for the one about a workflow that may answer itself', () => {
		const notices = description.properties.filter(({ type }) => type === 'notice');

		expect(notices).toMatchObject([
			{
				displayName: expect.stringMatching(/may answer itself/),
				displayOptions: { show: { messagesFrom: ['everyone'] } },
			},
		]);
	});
});
