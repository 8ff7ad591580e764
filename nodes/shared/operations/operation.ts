import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ResponseSchema, ApiClient } from '../api/client';
import type { FileItem, Files } from './files';
import type { Parameters } from './parameters';
import { defaultTimeout, withTimeout } from './timeout';

/** The context of an operation, for one item. */
export interface OperationContext {
	api: ApiClient;
	params: Parameters;
	/** The items that are sent in one request, this one first; this one alone without {@link Operation.batching}. */
	batch: Parameters[];
	/** The state that the node keeps during one execution of the workflow. */
	memory: () => Record<string, unknown>;
	files: Files;
}

/** One object for one item, a list for one item each, or an item with a file. */
export type Output = IDataObject | IDataObject[] | FileItem;

/** How an item may be batched with others. */
export interface Batching {
	/** Items with the same key may go into one request. */
	key: string;
	/** How much of the limit the item takes. */
	size: number;
	/** How much one request may hold. An item is not split, whatever its size. */
	limit: number;
}

/** An item that succeeded. */
export interface CompletedItem {
	params: Parameters;
	output: IDataObject[];
}

/** The complete definition of an operation: what the user sees, what is sent, what comes back. */
export interface Operation {
	/** Title Case, as in the operation list. */
	name: string;
	/** Saved in workflows; never renamed. */
	value: string;
	/** Sentence for the node panel, such as "Get a campaign step". */
	action: string;
	description: string;
	/** Method and path as the service documents them: `PATCH /api/v1/public/campaigns/{id}/`. */
	request: string;
	/** The sections of `docs/api-facts.md` that document it: `extended API, 4.3`. */
	source: string;
	/** Reads run side by side and may be repeated; writes run one after another and never twice. */
	effect: 'read' | 'write';
	/** Its fields, without display options: they follow from the registry. */
	properties: INodeProperties[];
	/** Seconds that the service may take to respond, unless the user set another timeout. */
	timeout: number;
	/**
	 * The schema of one output item, as far as it is known: it validates the response, and tells the
	 * editor which fields to expect (`__schema__`, generated).
	 */
	output: ResponseSchema;
	/** Checks all items together before anything is sent. */
	check?(items: Parameters[], memory: () => Record<string, unknown>): void;
	/** Whether an item may be batched with others; `undefined` when it is sent alone. */
	batching?(params: Parameters): Batching | undefined;
	/** Hints about the items that succeeded, as a whole. */
	hints?(done: CompletedItem[]): string[];
	execute(context: OperationContext): Promise<Output>;
}

/** A resource of the service, with its operations. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}

/**
 * Declares an operation; it takes effect once it is in its resource's array. Its options get a timeout,
 * by default a minute, or ten for a list.
 */
export function defineOperation(
	operation: Omit<Operation, 'timeout'> & { timeout?: number },
): Operation {
	const { properties, timeout = defaultTimeout(properties) } = operation;
	return { ...operation, timeout, properties: withTimeout(properties, timeout) };
}

/** Declares a resource; its operations are shown in alphabetical order. */
export function defineResource(resource: Resource): Resource {
	const byName = (one: Operation, other: Operation) => one.name.localeCompare(other.name, 'en');
	return { ...resource, operations: [...resource.operations].sort(byName) };
}
