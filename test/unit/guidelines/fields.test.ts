import type { INodeProperties } from 'n8n-workflow';
import { choicesOf } from '../operations/properties';
import {
	action,
	allChoices,
	allFields,
	credential,
	design,
	notices,
	rule,
	standard,
	trigger,
	ux,
} from './rules';

const locators = allFields.filter(({ property }) => property.type === 'resourceLocator');

const idFields = allFields.filter(
	({ property: { name, type } }) => /Ids?$/.test(name) && type !== 'resourceLocator',
);

describe('resource and operation', () => {
	rule(design('resources-and-operations'), 'are the first two fields of the form', () => {
		const [resource, ...others] = action.properties;
		const resources = choicesOf(resource!).map(({ value }) => value);
		const selectors = others.slice(0, resources.length);

		expect(resource?.displayName).toBe('Resource');
		expect(selectors.map(({ displayName }) => displayName)).toEqual(
			resources.map(() => 'Operation'),
		);
		expect(selectors.flatMap(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			expect.arrayContaining(resources),
		);
	});

	rule(standard('resource-objects'), 'take no expression', () => {
		const selectors = allFields.filter(({ property }) =>
			['resource', 'operation'].includes(property.name),
		);

		expect(selectors.length).toBeGreaterThan(8);
		for (const { property } of selectors) expect(property.noDataExpression).toBe(true);
	});
});

/** The other ways to find somebody; the editor cuts off "By LinkedIn". */
const OF_A_PERSON = ['LinkedIn', 'Email', 'Name'];

describe('an ID', () => {
	rule(ux('resource-locator'), 'is chosen from a searchable list first, or typed', () => {
		expect(locators.length).toBeGreaterThan(20);
		for (const { where, property } of locators) {
			const modes = (property.modes ?? []).map(({ displayName }) => displayName);
			const [list] = property.modes ?? [];
			expect([where, modes.slice(0, 2)]).toEqual([where, ['From List', 'By ID']]);
			const others = property.name === 'prospectId' ? OF_A_PERSON : [];
			expect([where, modes.slice(2)]).toEqual([where, others]);
			expect([where, list?.typeOptions?.searchable]).toEqual([where, true]);
			expect([where, property.default]).toEqual([where, { mode: 'list', value: '' }]);
		}
	});

	/** The service lists no conditions, accounts or workspaces, and several prospects only by a search. */
	rule(ux('resource-locator'), 'is typed only where the service has no list of such IDs', () => {
		const typed = idFields.filter(({ property }) => property.type === 'string');

		expect([...new Set(typed.map(({ property }) => property.name))].sort()).toEqual([
			'childConditionId',
			'companyIds',
			'parentConditionId',
			'prospectIds',
			'senderAccountId',
			'workspaceId',
		]);
	});

	rule(design('ids'), 'that a list loads is named "… Name or ID" and takes an expression', () => {
		const loaded = allFields.filter(({ property }) => property.typeOptions?.loadOptionsMethod);

		expect(loaded.length).toBeGreaterThanOrEqual(4);
		for (const { where, property } of loaded) {
			const { type, displayName, description } = property;
			const [name, words] =
				type === 'multiOptions'
					? [/ Names or IDs$/, /Choose from the list, or specify IDs using an <a href="https:/]
					: [/ Name or ID$/, /Choose from the list, or specify an ID using an <a href="https:/];
			expect([where, displayName]).toEqual([where, expect.stringMatching(name)]);
			expect([where, description]).toEqual([where, expect.stringMatching(words)]);
		}
	});
});

describe('what is optional', () => {
	rule(design('showing-and-hiding-fields'), 'a collection is not required', () => {
		const required = allFields.filter(
			({ property }) => property.required && /ollection$/.test(property.type),
		);
		expect(required).toEqual([]);
	});

	rule(design('showing-and-hiding-fields'), 'a required field is outside of any collection', () => {
		const outside: INodeProperties[] = [
			...action.properties,
			...trigger.properties,
			...credential.properties,
		];
		const required = allFields.filter(({ property }) => property.required);

		expect(required.length).toBeGreaterThan(20);
		for (const { where, property } of required) {
			expect([where, outside.includes(property)]).toEqual([where, true]);
		}
	});
});

rule(design('lists'), 'a list has a word for all, not a star', () => {
	expect(allChoices.filter(({ choice }) => choice.name.includes('*'))).toEqual([]);
});

rule(design('lists'), 'a list has a preset, but where its choices come from the account', () => {
	const lists = allFields.filter(({ property }) => property.type === 'options');

	for (const { where, property } of lists.filter((one) => !one.property.typeOptions)) {
		const values = choicesOf(property).map(({ value }) => value);
		expect([where, property.default]).not.toEqual([where, '']);
		expect([where, values]).toEqual([where, expect.arrayContaining([property.default])]);
	}
});

rule(design('help'), 'an operation has one info box at most, so that it stands out', () => {
	const where = notices.map(({ displayOptions }) =>
		[displayOptions?.show?.resource, displayOptions?.show?.operation].join('.'),
	);

	expect(new Set(where).size).toBe(where.length);
});

/** The rule hint-max-length of n8n's repository, which is newer than the package of rules. */
rule(design('help'), 'a hint has at most 120 characters', () => {
	const hints = allFields.flatMap(({ property }) => property.hint ?? []);

	expect(hints.length).toBeGreaterThan(3);
	expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
});

rule(design('help'), 'a text of a field is said once, in its tooltip or below it', () => {
	for (const { where, property } of allFields) {
		const { hint = '', description = '' } = property;
		const sentences = hint.split(/(?<=\.) /).filter(Boolean);
		const twice = sentences.filter((sentence) => description.includes(sentence.replace(/\.$/, '')));
		expect([where, twice]).toEqual([where, []]);
	}
});

rule(ux('credentials'), 'the API key is a password field', () => {
	const secret = credential.properties.find(({ name }) => name === 'apiKey');

	expect(secret?.typeOptions?.password).toBe(true);
});
