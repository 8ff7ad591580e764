import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnswerSchema, ApiClient } from '../api/client';
import type { Effect } from '../api/retry';
import type { Parameters } from './parameters';

/** What an operation works with, for one item. */
export interface OperationContext {
	api: ApiClient;
	params: Parameters;
}

/** One operation, whole: what the user sees, what is sent, what comes back. */
export interface Operation {
	/** Title Case, as in the operation list. */
	name: string;
	/** Saved in workflows; never renamed. */
	value: string;
	/** Sentence for the node panel, such as "Get a campaign step". */
	action: string;
	description: string;
	/** Reads of independent items run side by side, writes one after another. */
	effect: Effect;
	/** Its fields, without display options: they follow from the registry. */
	properties: INodeProperties[];
	/**
	 * One item of the output, as far as it is known: what checks the service's answer also tells the
	 * editor which fields there will be (`__schema__`, generated).
	 */
	output: AnswerSchema;
	/** @returns one object for one item, or a list for one item each */
	execute(context: OperationContext): Promise<IDataObject | IDataObject[]>;
}

/** A kind of thing that the service knows, with everything that can be done to it. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}

/** Declares an operation; it takes effect once it stands in its resource's array. */
export function defineOperation(operation: Operation): Operation {
	return operation;
}

/** Declares a resource; its operations are shown in alphabetical order. */
export function defineResource(resource: Resource): Resource {
	const byName = (one: Operation, other: Operation) => one.name.localeCompare(other.name, 'en');
	return { ...resource, operations: [...resource.operations].sort(byName) };
}
