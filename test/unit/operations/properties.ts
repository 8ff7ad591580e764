import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { operations } from '../../../dev/generated/operations';

export interface Found {
	/** Operation and path, for messages: `campaign.update updateFields.name`. */
	where: string;
	property: INodeProperties;
}

/** Every field among properties, those inside of collections included; notices hold no value. */
export function fieldsIn(properties: INodeProperties[]): Found[] {
	return properties.filter(isField).flatMap((property) => {
		const { resource = [], operation = [] } = property.displayOptions?.show ?? {};
		const where = [...resource, ...operation].map(String).join('.');
		return walk(property, `${where} ${property.name}`);
	});
}

function walk(property: INodeProperties, where: string): Found[] {
	const inner = innerOf(property).flatMap((child) => walk(child, `${where}.${child.name}`));
	return [{ where, property }, ...inner];
}

function innerOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('type' in option) return [option];
		return 'values' in option ? option.values : [];
	});
}

/** The operations that have a field of this name, as `resource.operation`. */
export const operationsWith = (field: string) =>
	operations
		.filter(({ properties }) => properties.some(({ name }) => name === field))
		.map(({ id }) => id);

/** Whether a property holds a value. */
export const isField = ({ type }: INodeProperties) => type !== 'notice';

/** The choices of an `options` or `multiOptions` property. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option) => 'value' in option);
}
