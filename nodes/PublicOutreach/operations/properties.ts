import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from './operation';

function operationSelector(resource: Resource): INodeProperties {
	const reads = resource.operations.find(({ effect }) => effect === 'read');
	// The default operation of a new node should not change anything.
	const preset = resource.preset ?? (reads ?? resource.operations[0])?.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: preset,
	};
}

/** An expression for the display names of operation and resource: "Get Many: Campaign". */
export function subtitleOf(resources: Resource[]): string {
	const operations = resources.flatMap((resource) => resource.operations);
	const namesOf = (choices: Array<{ name: string; value: string }>) =>
		JSON.stringify(Object.fromEntries(choices.map(({ name, value }) => [value, name])));
	const operation = `(${namesOf(operations)})[$parameter["operation"]]`;
	const resource = `(${namesOf(resources)})[$parameter["resource"]]`;
	return `={{ ${operation} + ": " + ${resource} }}`;
}

/** A field of an operation, shown only for it, in addition to the field's own conditions. */
function shownFor(resource: Resource, operation: Operation, field: INodeProperties) {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = {
		show: { resource: [resource.value], operation: [operation.value], ...show },
		...(hide && { hide }),
	};
	return { ...field, displayOptions };
}

/**
 * All properties of a node with these resources: the two selectors and every operation's fields, each
 * with its display conditions.
 *
 * @param preset value of the resource that a new node shows
 */
export function propertiesOf(resources: Resource[], preset: string): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: preset,
		},
		...resources.map(operationSelector),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				operation.properties.map((field) => shownFor(resource, operation, field)),
			),
		),
	];
}
