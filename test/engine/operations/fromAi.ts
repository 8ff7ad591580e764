import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { z } from 'zod';
import { operations } from '../../../dev/generated/operations';
import { isField } from '../../unit/operations/properties';

/** The kinds of values that $fromAI knows, as the editor takes them from the type of a field. */
export type AiType = 'string' | 'number' | 'boolean' | 'json';

export interface AiField {
	/** Its key in the tool's schema: the editor makes it of the field's name. */
	key: string;
	type: AiType;
	property: INodeProperties;
}

const MARK = '/*n8n-auto-generated-fromAI-override*/';

function typeOf({ type }: INodeProperties): AiType {
	return type === 'boolean' || type === 'number' || type === 'json' ? type : 'string';
}

/** As n8n's editor does it: everything but letters, digits and dashes becomes an underscore. */
function keyOf({ displayName }: INodeProperties, row: string): string {
	const name = row === '' ? displayName : `${row}_${displayName}`;
	return name.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
}

/** A field's description for the model; double braces would end n8n's expression. */
export function wordsOf({ description = '' }: INodeProperties): string {
	return description.replace(/\{\{|\}\}/g, '').replaceAll('`', "'");
}

/** The fields of an operation that is an agent's tool: of those with two forms, the tool's. */
export function propertiesOf(name: string): INodeProperties[] {
	const { properties = [] } = operations.find(({ id }) => id === name) ?? {};
	return properties
		.filter(isField)
		.filter(({ displayOptions }) => !displayOptions?.hide?.['@tool']?.includes(true));
}

/** Has the model fill every field, as the button beside each does, with its tooltip as the description that n8n leaves empty. */
export function everyFieldFromAi(properties: INodeProperties[], row = '') {
	const fields: AiField[] = [];
	const parameters: INodeParameters = {};
	for (const property of properties.filter((one) => one.noDataExpression !== true)) {
		parameters[property.name] = fromAi(property, row, fields);
	}
	return { parameters, fields };
}

function fromAi(property: INodeProperties, row: string, fields: AiField[]): NodeParameterValueType {
	const { options = [] } = property;
	if (property.type === 'collection') {
		const inner = everyFieldFromAi(
			options.filter((option) => 'type' in option),
			row,
		);
		fields.push(...inner.fields);
		return inner.parameters;
	}
	if (property.type === 'fixedCollection') {
		const groups = options.filter((option) => 'values' in option);
		const rows = groups.map(({ name, values }) => {
			const inner = everyFieldFromAi(values, `${name}0`);
			fields.push(...inner.fields);
			return [name, [inner.parameters]];
		});
		return Object.fromEntries(rows);
	}
	const field: AiField = { key: keyOf(property, row), type: typeOf(property), property };
	fields.push(field);
	const words = wordsOf(property);
	const value = `={{ ${MARK} $fromAI('${field.key}', \`${words}\`, '${field.type}') }}`;
	return property.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
}

/** What a model sends for a value that a user would have typed. */
function argumentOf(type: AiType, value: unknown): unknown {
	const typed = locator.safeParse(value);
	const plain = typed.success ? typed.data.value : value;
	if (type === 'json') return JSON.parse(String(plain));
	return type === 'string' ? String(plain) : plain;
}

/** Puts $fromAI in the place of every given value, and hands out what a model would send instead. */
export function asToolCall(properties: INodeProperties[], given: INodeParameters) {
	const toolArguments: Record<string, unknown> = {};
	const parameters: INodeParameters = {};
	for (const property of properties.filter(({ name }) => name in given)) {
		const value = given[property.name];
		if (property.type === 'collection') {
			const inner = (property.options ?? []).filter((option) => 'type' in option);
			const called = asToolCall(inner, nodeParameters.parse(value));
			Object.assign(toolArguments, called.toolArguments);
			parameters[property.name] = called.parameters;
		} else {
			const { parameters: expression, fields } = everyFieldFromAi([property]);
			Object.assign(parameters, expression);
			for (const { key, type } of fields) toolArguments[key] = argumentOf(type, value);
		}
	}
	return { parameters, toolArguments };
}

const locator = z.object({ __rl: z.literal(true), value: z.unknown() });
const nodeParameters = z.record(z.custom<NodeParameterValueType>());
