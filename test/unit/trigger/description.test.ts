import { loadOutputSchema } from 'n8n-core';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { TRIGGER_SCHEMA_FILE, triggerSchema } from '../../../dev/generated/outputSchemas';
import { exampleFiles, readExample } from '../../../dev/n8n/examples';
import { path, repositoryRoot } from '../../../dev/platform';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { readSettings } from '../../../nodes/PublicOutreachTrigger/settings';

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
		expect(JSON.stringify(description.triggerPanel)).toMatch(/share one webhook/);
	});

	it('reads every option that it offers', () => {
		const options = fieldsOf(optionsOf('options'));

		const settings = readSettings(
			(name) => (name === 'options' ? options : []),
			() => {},
		);
		expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(options)));
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

	it('has no notice but for the one about a workflow that may start itself', () => {
		const notices = description.properties.filter(({ type }) => type === 'notice');

		expect(notices).toMatchObject([
			{
				displayName: expect.stringMatching(/can start itself/),
				displayOptions: { show: { messagesFrom: ['everyone'] } },
			},
		]);
	});
});

/** The schema of a value, of the kinds that JSON has. */
function schemaOf(value: unknown): object {
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const entries = Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(entries) };
}

describe("the trigger's output schema", () => {
	it('is found by n8n, as it would be generated now', () => {
		const { version } = description;
		const nodeDir = path.join(repositoryRoot, 'nodes/PublicOutreachTrigger');
		const found = loadOutputSchema({ nodeDir, version: String(version), versionFallback: true });

		expect(found).toEqual(JSON.parse(triggerSchema()));
		expect(TRIGGER_SCHEMA_FILE).toContain(`/v${String(version)}.0/`);
	});

	it('describes every field of the example, and the example has every field that it describes', () => {
		const { message } = exampleDelivery;
		// Custom fields are the user's own.
		const lead = { ...message.lead, custom_fields: {} };

		expect(JSON.parse(triggerSchema())).toEqual(schemaOf({ ...message, lead }));
	});
});

it('workflows in examples/ can be tried before the first message comes, with this one', () => {
	const pinned = exampleFiles().flatMap((file) => {
		const { nodes, pinData } = readExample(file);
		// An example that sends a message must not do so by surprise: it has no pinned data.
		if (!pinData) return [];
		const triggers = nodes.filter(({ type }) => type.endsWith('.publicOutreachTrigger'));
		return triggers.map(({ name }) => ({ file, items: pinData[name] }));
	});

	expect(pinned.length).toBeGreaterThan(0);
	for (const { file, items } of pinned) {
		expect({ file, items }).toEqual({ file, items: [{ json: exampleDelivery.message }] });
	}
});
