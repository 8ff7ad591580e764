import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { allProperties, choicesOf } from './properties';

const node = new PublicOutreach();
const found = allProperties();
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource })),
);
const inOrder = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));

/** Title Case but for the small words inside. */
const TITLE = /^[A-Z(][\w()/-]*( ([A-Z(][\w()/-]*|a|and|in|of|or|per|the|to))*$/;

it('looked at something', () => {
	expect(operations.length).toBeGreaterThanOrEqual(22);
	expect(found.length).toBeGreaterThan(100);
	expect(found.filter(({ property }) => choicesOf(property).length > 0).length).toBeGreaterThan(15);
	expect(found.filter(({ property }) => property.type === 'resourceLocator').length).toBe(19);
});

describe('lists of choices', () => {
	it('are in alphabetical order, weekdays excepted', () => {
		for (const { where, property } of found) {
			if (property.name === 'weekdays') continue;
			const names = choicesOf(property).map(({ name }) => name);
			expect([where, names]).toEqual([where, inOrder(names)]);
		}
	});

	it('offer the fields of a collection in alphabetical order', () => {
		for (const { where, property } of found.filter((one) => one.property.type === 'collection')) {
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect([where, names]).toEqual([where, inOrder(names)]);
		}
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
		}
	});
});

describe('references between fields', () => {
	it('lead to fields that exist and to values that these can have', () => {
		const targets = found.flatMap(({ where, property: { displayOptions } }) =>
			Object.entries({ ...displayOptions?.show, ...displayOptions?.hide }).map(
				([name, values]) => ({ where, name, values: values ?? [] }),
			),
		);
		expect(targets.length).toBeGreaterThan(80);
		for (const { where, name, values } of targets) {
			const fields = node.description.properties.filter((field) => field.name === name);
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
	const isSane: Record<string, (value: unknown) => boolean> = {
		boolean: (value) => typeof value === 'boolean',
		collection: (value) => JSON.stringify(value) === '{}',
		fixedCollection: (value) => JSON.stringify(value) === '{}',
		json: (value) => value === '{}',
		multiOptions: (value) => Array.isArray(value) && value.length === 0,
		number: (value) => typeof value === 'number',
		resourceLocator: (value) => JSON.stringify(value) === '{"mode":"list","value":""}',
		string: (value) => typeof value === 'string',
	};

	it('are of the type of their field', () => {
		for (const { where, property } of found.filter((one) => one.property.type !== 'options')) {
			expect([where, isSane[property.type]?.(property.default)]).toEqual([where, true]);
		}
	});

	it('are one of the choices', () => {
		for (const { where, property } of found.filter((one) => one.property.type === 'options')) {
			if (property.typeOptions?.loadOptionsMethod) continue;
			const values = choicesOf(property).map(({ value }) => value);
			expect([where, values]).toEqual([where, expect.arrayContaining([property.default])]);
		}
	});

	it('never change more than the service itself would, nor spend anything', () => {
		const preset = (path: string) => found.find(({ where }) => where === path)?.property.default;

		expect(preset('campaign.getAll returnAll')).toBe(false);
		expect(preset('campaign.getAll limit')).toBe(50);
		expect(preset('leadList.addToCampaign additionalFields.activate')).toBe(false);
		expect(preset('leadList.addToCampaign additionalFields.allowDuplicates')).toBe(false);
		expect(preset('leadList.enrich enrichmentType')).toBe('FIND_EMAIL');
		expect(preset('leadList.enrich prospectLimit')).toBe(0);
	});
});

describe('wording', () => {
	const isSentence = (text: string) => /^[A-Z"]/.test(text);
	/** A full stop stands between and after sentences, not after one alone. */
	const endsRight = (text: string) =>
		/\.$/.test(text.replace(/<[^>]*>/g, '')) === /\. [A-Z]/.test(text);

	it('gives every operation a name, an action and a description', () => {
		for (const { resource, value, name, action, description } of operations) {
			const where = `${resource.value}.${value}`;
			expect([where, TITLE.test(name)]).toEqual([where, true]);
			expect([where, /^[A-Z][a-z]+ [^.]+[^.]$/.test(action)]).toEqual([where, true]);
			expect([where, isSentence(description)]).toEqual([where, true]);
			expect([where, endsRight(description)]).toEqual([where, true]);
		}
	});

	it('gives no two operations the same action: a model tells tools apart by it', () => {
		const actions = operations.map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it('names every field in Title Case and describes it in a sentence', () => {
		for (const { where, property } of found) {
			const { displayName, description = '', name } = property;
			expect([where, displayName, TITLE.test(displayName)]).toEqual([where, displayName, true]);
			if (['resource', 'operation', 'additionalFields'].includes(name)) continue;
			expect([where, description, isSentence(description)]).toEqual([where, description, true]);
			expect([where, description, endsRight(description)]).toEqual([where, description, true]);
		}
	});

	it('describes a boolean by what it decides, and begins placeholders with e.g.', () => {
		for (const { where, property } of found) {
			const { type, description = '', placeholder = 'e.g. ' } = property;
			if (type === 'boolean')
				expect([where, description]).toEqual([where, expect.stringMatching(/^Whether /)]);
			if (['collection', 'fixedCollection'].includes(type)) continue;
			expect([where, placeholder]).toEqual([where, expect.stringMatching(/^e\.g\. /)]);
		}
	});

	it('leaves the service unnamed', () => {
		const words = JSON.stringify([node.description, resources]);
		expect(words.length).toBeGreaterThan(10_000);
		expect(words).not.toMatch(/seleqt/i);
	});

	it('says where something is deleted, sent, replaced or paid for', () => {
		const words = (name: string) => {
			const [resource, value] = name.split('.');
			const one = operations.find(
				(operation) => operation.resource.value === resource && operation.value === value,
			);
			return `${one?.action}. ${one?.description}`;
		};

		expect(words('campaignStep.delete')).toMatch(/for good\..*for good/);
		expect(words('leadList.enrich')).toMatch(/for credits\..*Spends credits.*3 .*6 .*30 /);
		expect(words('chat.sendMessage')).toMatch(/real person and cannot be taken back/);
		expect(words('webhook.set')).toMatch(/replaces whatever was set/);
		expect(words('webhook.disable')).toMatch(/silences/);
		expect(words('leadList.addToCampaign')).toMatch(/one prospect per company/);
		expect(words('leadList.moveToCampaign')).toMatch(/out of a lead list/);
	});
});
