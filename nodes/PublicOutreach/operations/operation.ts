import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiClient } from '../../shared/api/client';
import type { WriteLog } from '../../shared/api/http/writeLog';
import type { ResponseSchema } from '../../shared/api/responses/json';
import type { FileItem, Files } from './files';
import type { Parameters } from '../../shared/parameters/parameters';
import { defaultTimeout, optionsWith } from './timeout';

/** The context of an operation, for one item. */
export interface OperationContext {
	api: ApiClient;
	params: Parameters;
	/** The items that are sent in one request, this one first; this one alone without {@link Operation.batching}. */
	batch: Parameters[];
	/** The state that the node keeps during one execution of the workflow. */
	nodeState: () => Record<string, unknown>;
	files: Files;
	/** What the item has sent, in earlier attempts of the run as well. */
	writes: WriteLog;
	/** Reads a list once for all items of the run that name it by the same key. */
	once(key: string, read: () => Promise<IDataObject[]>): Promise<IDataObject[]>;
	/** Whether this item is the first of the run to do what the key names, over all attempts of the run. */
	isFirst(key: string): boolean;
}

/** One object for one item, a list for one item each, or an item with a file. */
export type Output = IDataObject | IDataObject[] | FileItem;

/** How an item may be batched with others. */
export interface Batching {
	/** Items with the same key may go into one request. */
	key: string;
	/** How much of the limit the item takes. */
	size: number;
	/** How much one request may hold. An item that takes more of it than that is alone, and splits itself. */
	limit: number;
}

/** Why an item must not be sent in view of the others, such as one that would send the same again. */
export interface Refusal {
	/** Of the item among all. */
	index: number;
	message: string;
	/** What to do about it. */
	advice: string;
}

/** An item that succeeded. */
export interface CompletedItem {
	params: Parameters;
	output: IDataObject[];
	/** How many items it stands for. */
	items: number;
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
	/** Whether a request of an item is a read, where the operation may send either. */
	isRead?(params: Parameters): boolean;
	/** Its fields, without display options: they follow from the registry. */
	properties: INodeProperties[];
	/** Seconds that the service may take to respond, unless the user set another timeout. */
	timeout: number;
	/**
	 * The schema of one output item, as far as it is known: it validates the response, and tells the
	 * editor which fields to expect (`__schema__`, generated).
	 */
	output: ResponseSchema;
	/**
	 * The items that must not be sent in view of the others, found before anything is sent; an item that
	 * cannot be read is left to `execute`, which refuses it. They alone fail where the node continues on
	 * failure; otherwise nothing is sent.
	 *
	 * @param nodeState as in {@link OperationContext}
	 */
	check?(items: Parameters[], nodeState: Record<string, unknown>): Refusal[];
	/**
	 * Whether an item may be batched with others; `undefined` when it is sent alone. What a batch of writes
	 * is answered is one output, paired with all its items. Reads need none: equal ones are made once.
	 */
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
	/** The operation that a new node shows; by default the first that only reads. */
	preset?: string;
}

/**
 * Declares an operation; it takes effect once it is in its resource's array. After its own fields it has
 * options: those that are given, and a timeout, by default a minute, or ten for a list.
 */
export function defineOperation({
	options = [],
	...operation
}: Omit<Operation, 'timeout'> & { timeout?: number; options?: INodeProperties[] }): Operation {
	const { properties, timeout = defaultTimeout(properties) } = operation;
	return { ...operation, timeout, properties: [...properties, optionsWith(options, timeout)] };
}

/** Declares a resource; its operations are shown in alphabetical order. */
export function defineResource(resource: Resource): Resource {
	const byName = (one: Operation, other: Operation) => one.name.localeCompare(other.name, 'en');
	return { ...resource, operations: [...resource.operations].sort(byName) };
}
