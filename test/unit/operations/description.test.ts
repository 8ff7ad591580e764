import { operations } from '../../../dev/generated/operations';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { actionNode, workflowWith } from '../../support/engine';
import { allFields } from '../guidelines/rules';
import { choicesOf, fieldsIn } from './properties';

const node = new PublicOutreach();
const found = fieldsIn(node.description.properties);
const inOrder = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));

describe('lists of choices', () => {
	it('are in alphabetical order, as the fields of a collection, but for weekdays and resources', () => {
		for (const { where, property } of allFields) {
			// What has an operation of its own is to be found before the calls of any endpoint.
			if (['resource', 'weekdays'].includes(property.name)) continue;
			const { type, options = [] } = property;
			const listed = type === 'collection' ? options : choicesOf(property);
			const names = listed.map((one) => ('displayName' in one ? one.displayName : one.name));
			expect([where, names]).toEqual([where, inOrder(names)]);
		}
	});

	it('name the resources in alphabetical order, those of the account last', () => {
		const names = resources.map(({ name }) => name);

		expect(names.slice(-3)).toEqual(['API Key', 'Webhook', 'API Endpoint']);
		expect(names.slice(0, -3)).toEqual(inOrder(names.slice(0, -3)));
	});

	it('are those by which people say what they mean', () => {
		const fieldsNamed = (name: string) => allFields.filter((one) => one.property.name === name);

		expect(fieldsNamed('sortField').map(({ property }) => property.type)).toEqual(
			fieldsNamed('sortField').map(() => 'options'),
		);
		// An option that is added is meant.
		expect(fieldsNamed('combineItems').map(({ property }) => property.default)).toEqual([true]);
	});

	it('begin with an operation that changes nothing, where there is one', () => {
		const selectors = node.description.properties.filter(({ name }) => name === 'operation');
		expect(selectors).toHaveLength(resources.length);
		for (const selector of selectors) {
			const resource = resources.find(({ value }) =>
				selector.displayOptions?.show?.resource?.includes(value),
			);
			const preset = resource?.operations.find(({ value }) => value === selector.default);
			const reads = resource?.operations.some(({ effect }) => effect === 'read');
			expect(preset?.effect).toBe(reads ? 'read' : 'write');
			expect(preset?.value).not.toMatch(/delete|disable|revoke/);
		}
	});
});

it("the subtitle names every operation and its resource in the form's words", () => {
	for (const { id, resource, name } of operations) {
		const [group = '', operation = ''] = id.split('.');
		const opened = actionNode({ resource: group, operation });
		const { expression } = workflowWith(opened);
		const { subtitle } = node.description;
		const shown = expression.getSimpleParameterValue(opened, subtitle, 'internal', {});
		expect(shown).toBe(`${name}: ${resource}`);
	}
});

describe('references between fields', () => {
	it('lead to fields that exist and to values that these can have', () => {
		const targets = found.flatMap(({ where, property: { displayOptions } }) =>
			Object.entries({ ...displayOptions?.show, ...displayOptions?.hide }).map(
				([name, values]) => ({ where, name, values: values ?? [] }),
			),
		);
		expect(targets.length).toBeGreaterThan(80);
		// n8n's own condition: whether the node is an agent's tool.
		for (const { where, name, values } of targets.filter((one) => one.name !== '@tool')) {
			const inside = where.slice(0, where.lastIndexOf('.') + 1);
			const siblings = found.filter((one) => one.where === `${inside}${name}`);
			const fields = [
				...node.description.properties,
				...siblings.map(({ property }) => property),
			].filter((field) => field.name === name);
			const possible = fields.flatMap((field) =>
				field.type === 'boolean' ? [true, false] : choicesOf(field).map(({ value }) => value),
			);
			expect([where, possible]).toEqual([where, expect.arrayContaining([...values])]);
		}
	});

	it('name methods that the node has, and the node has no others', () => {
		const searches = found.flatMap(({ property }) =>
			(property.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		const loads = found.flatMap(({ property }) => property.typeOptions?.loadOptionsMethod ?? []);

		expect([...new Set(searches)].sort()).toEqual(Object.keys(node.methods.listSearch).sort());
		expect([...new Set(loads)].sort()).toEqual(Object.keys(node.methods.loadOptions).sort());
	});

	it('make a list of steps depend on the campaign', () => {
		const steps = found.filter(({ property }) =>
			property.modes?.some(({ typeOptions }) => typeOptions?.searchListMethod === 'searchSteps'),
		);
		expect(steps.length).toBeGreaterThanOrEqual(5);
		for (const { property } of steps) {
			expect(property.typeOptions?.loadOptionsDependsOn).toEqual(['campaignId.value']);
		}
	});
});

describe('defaults', () => {
	/** That each is of the type of its field is one of the linter's rules: test/unit/guidelines/lint.test.ts. */
	const EMPTY: Record<string, RegExp> = {
		collection: /^\{\}$/,
		fixedCollection: /^\{\}$/,
		json: /^"(\{\})?"$/,
		multiOptions: /^\[\]$/,
	};

	it('of collections, JSON and several choices are empty, so that nothing is sent unasked', () => {
		// An example to change: nobody types seven weekdays.
		const others = found.filter(({ property }) => property.name !== 'sendingWindowJson');
		for (const { where, property } of others) {
			const empty = expect.stringMatching(EMPTY[property.type] ?? /./);
			expect([where, JSON.stringify(property.default)]).toEqual([where, empty]);
		}
	});

	it('are no times of a sending window, which a dragged one would only join', () => {
		const times = found.filter(({ property }) => /^(start|end)$/.test(property.name));

		expect(times.map(({ property }) => property.default)).toEqual(['', '']);
	});

	it('of numbers to change are empty: what is added and forgotten changes nothing', () => {
		const updates = found.filter(
			({ where, property }) => where.includes(' updateFields.') && property.type === 'number',
		);

		expect(updates).toHaveLength(4);
		for (const { where, property } of updates)
			expect([where, property.default]).toEqual([where, '']);
	});

	it('never change more than the service itself would, nor spend anything', () => {
		const preset = (path: string) => found.find(({ where }) => where === path)?.property.default;

		expect(preset('campaign.getAll returnAll')).toBe(false);
		expect(preset('campaign.getAll limit')).toBe(50);
		expect(preset('leadList.addToCampaign additionalFields.activate')).toBe(false);
		expect(preset('leadList.addToCampaign allowDuplicates')).toBe(false);
		expect(preset('leadList.enrich enrichmentType')).toBe('FIND_EMAIL');
		// 100 leads, as the service has it, and what they cost.
		expect(preset('leadList.enrich prospectLimit')).toBe(100);
		expect(preset('leadList.enrich maxCredits')).toBe(300);
	});
});

describe('wording', () => {
	it('gives no two operations the same action: a model tells tools apart by it', () => {
		const actions = operations.map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it('describes every field, in more than a word or two', () => {
		const plain = allFields.filter(
			({ property: { description = '' } }) => description.length <= 15,
		);

		expect([...new Set(plain.map(({ property }) => property.name))].sort()).toEqual([
			'additionalFields',
			'messagesFrom',
			'operation',
			'options',
			'resource',
		]);
	});

	it('leaves the service unnamed', () => {
		const words = JSON.stringify([node.description, resources]);
		expect(words.length).toBeGreaterThan(10_000);
		expect(words).not.toMatch(/seleqt/i);
	});

	it('says where something is deleted, sent, replaced or paid for', () => {
		const words = (name: string) => {
			const one = operations.find(({ id }) => id === name);
			return `${one?.action}. ${one?.description}`;
		};

		expect(words('leadList.enrich')).toMatch(/\(spends credits\)\..*Spends 3, 6 or 30 credits/);
		expect(words('chat.sendMessage')).toMatch(/real person and cannot be recalled/);
		expect(words('webhook.set')).toMatch(/replaces the current URL/);
		expect(words('webhook.disable')).toMatch(/stops receiving messages/);
		expect(words('leadList.addToCampaign')).toMatch(/one per company/);
	});

	it('warns in the form too, for n8n shows at most two lines of a description, and none there', () => {
		const notices = operations.flatMap(({ id, properties }) =>
			properties
				.filter(({ type }) => type === 'notice')
				.map(({ displayName }) => [id, displayName] as const),
		);
		expect(Object.fromEntries(notices)).toMatchObject({
			'chat.sendMessage': expect.stringMatching(/real person for each input item/),
			'campaignStep.update': expect.stringMatching(
				/placeholders such as {{first_name}} as they are/,
			),
			'leadList.addToCampaign': expect.stringMatching(/the whole list unless/),
			'leadList.enrich': expect.stringMatching(/3 for.*6 for.*30 for/),
			'apiKey.create': expect.stringMatching(/contains the secret.*only once/),
			'apiKey.rotate': expect.stringMatching(/contains the secret.*only once/),
			'apiKey.revoke': expect.stringMatching(/stops working/),
			'webhook.disable': expect.stringMatching(/stops receiving messages/),
			'webhook.set': expect.stringMatching(/replaces the current URL/),
		});
		for (const [where, text] of notices) expect([where, text.length < 120]).toEqual([where, true]);
	});
});
