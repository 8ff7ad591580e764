import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
	NodePropertyTypes,
} from 'n8n-workflow';
import { z } from 'zod';
import { choicesOf } from '../../unit/operations/properties';
import { cases } from './cases';
import { propertiesOf } from './fromAi';
import { byId, items, run, wire } from './support';

const NOTHING = undefined;
const NO_JSON = 'no JSON';
const OBJECT = { a: 1 };
const LIST = [[1], OBJECT];

/**
 * What no field of a type takes: of a text only what is no text at all, of JSON only what is no
 * object. What a single field asks for beyond its type is tested with its operation.
 */
const WRONG: Partial<Record<NodePropertyTypes, Array<IDataObject[string]>>> = {
	boolean: ['yes', '', 'toString', '__proto__', 1, null, NOTHING, OBJECT, LIST],
	json: [NO_JSON, '[1]', 5, NOTHING, LIST],
	multiOptions: ['some', 5, NOTHING, OBJECT, LIST],
	number: ['many', 1.5, -1, NOTHING, OBJECT, LIST],
	options: ['SOMETHING_ELSE', NOTHING, OBJECT, LIST],
	resourceLocator: ['some', 0, NOTHING, OBJECT, LIST],
	string: [OBJECT, LIST],
};

/** What a single field takes all the same, by its name or its place. */
const FREE: Record<string, Array<IDataObject[string]>> = {
	'apiEndpoint.call body': ['[1]', LIST],
	// The form of the IDs of API keys is not documented.
	apiKeyId: ['some'],
	// Not all fields are known, nor all statuses.
	outputFields: ['some'],
	sortField: ['SOMETHING_ELSE'],
	status: ['some'],
};

/** Fields whose errors name what they belong to. */
const NAMED_AS: Record<string, string> = {
	locationRadiusUnit: 'Location Radius',
	weekdays: 'Sending Window',
};

interface Field {
	where: string;
	property: INodeProperties;
	/** The parameters of its operation, with this value in its place. */
	withValue: (value: NodeParameterValueType) => INodeParameters;
}

/** A row of a fixed collection: n8n fills in the defaults; what has none gets its example, or all its choices. */
function rowOf(values: INodeProperties[]): INodeParameters {
	const empty = values.filter(({ default: preset }) => String(preset) === '');
	return Object.fromEntries(
		empty.map((property) => {
			const all = choicesOf(property).map(({ value }) => String(value));
			const example = property.placeholder?.replace(/^e\.g\. /, '') ?? '';
			return [property.name, property.type === 'multiOptions' ? all : example];
		}),
	);
}

/** The fields of the same level by which a field is shown. */
function shownBy({ displayOptions }: INodeProperties): INodeParameters {
	const conditions = Object.entries(displayOptions?.show ?? {});
	const fields = conditions.filter(([name]) => !name.startsWith('@'));
	return Object.fromEntries(fields.map(([name, values]) => [name, plain.parse(values?.[0])]));
}

const plain = z.union([z.string(), z.number(), z.boolean()]);

/**
 * Every field of a level, and of the levels inside of it.
 *
 * @param given the other fields of the level
 * @param around what the level's fields stand in
 */
function fieldsOf(
	properties: INodeProperties[],
	where: string,
	given: INodeParameters,
	around = (fields: INodeParameters) => fields,
): Field[] {
	return properties.flatMap((property) => {
		const { name, options = [] } = property;
		const place = `${where} ${name}`;
		const withValue = (value: NodeParameterValueType) =>
			around({ ...given, ...shownBy(property), [name]: value });
		const inner = options.flatMap((option) => {
			if ('type' in option) return fieldsOf([option], place, {}, withValue);
			if (!('values' in option)) return [];
			const row = (fields: INodeParameters) => withValue({ [option.name]: [fields] });
			return fieldsOf(option.values, place, rowOf(option.values), row);
		});
		return [{ where: place, property, withValue }, ...inner];
	});
}

/** What is in them is tried. Anything else in their place n8n drops, so that no node ever sees it. */
const GROUPS: NodePropertyTypes[] = ['collection', 'fixedCollection'];

const fields = Object.entries(cases)
	.flatMap(([name, { fields: given }]) =>
		fieldsOf(propertiesOf(name), name, given).map((field) => ({ name, ...field })),
	)
	.filter(({ property }) => !GROUPS.includes(property.type));

describe('a value of a wrong kind', () => {
	it('was tried in every field', () => {
		const types = new Set(fields.map(({ property }) => property.type));

		expect(fields.length).toBeGreaterThan(80);
		expect([...types].sort()).toEqual(Object.keys(WRONG).sort());
	});

	it.each(fields)('is refused before anything is sent: $where', async (field) => {
		const { name, where, property, withValue } = field;
		const isLocator = property.type === 'resourceLocator';
		const values = WRONG[property.type] ?? [];
		const free = FREE[where] ?? FREE[property.name] ?? [];
		for (const wrong of values.filter((value) => !free.includes(value))) {
			const expression = '={{ $json.wrong }}';
			const parameters = withValue(isLocator ? byId(expression) : expression);
			const { error } = await run(name, parameters, { items: items({ wrong }) });

			expect([wrong, wire()]).toEqual([wrong, []]);
			const words =
				wrong === NO_JSON
					? / is not valid JSON: Unexpected token .*\. The expression gave no JSON$/
					: /: expected |is empty/;
			expect([wrong, error?.message]).toEqual([wrong, expect.stringMatching(words)]);
			expect(error?.message).toContain(NAMED_AS[property.name] ?? property.displayName);
		}
	});
});
