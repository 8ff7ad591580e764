import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiClient } from '../../shared/api/client';
import type { WriteLog } from '../../shared/api/writeLog';
import type { ResponseSchema } from '../../shared/json';
import type { Parameters } from '../../shared/parameters/parameters';
import type { FileItem, InputFile } from './files';
import type { RunScope } from './shared';
import { defaultTimeout, optionsWith } from './timeout';
import type { ChosenForm } from './unit';

/**
 * The fields of an item as the user entered them, for error texts and hints. Requests are made from {@link
 * Definition.parse} alone; two items with equal inputs may have been entered differently.
 */
export type Entered = Pick<
	Parameters,
	'value' | 'label' | 'collection' | 'expressions' | 'refuseRequest'
>;

/** The arguments of `prepare` beside the input. */
export interface PrepareContext {
	/** Its errors name the item. */
	api: ApiClient;
	entered: Entered;
	/** The run, whose units share values (`shared.ts`). */
	run: RunScope;
}

/** The arguments of `send` beside the input and what `prepare` returned. */
export interface SendContext extends PrepareContext {
	/** The state that the node keeps during one execution of the workflow; n8n stores it once it has been read. */
	nodeState: NodeState;
	/** The writes that the unit has sent, in earlier attempts of the run as well. */
	writes: WriteLog;
	/** Stores a file for the output. */
	storeFile(bytes: Buffer, name?: string, contentType?: string): Promise<IBinaryData>;
}

export type NodeState = () => Record<string, unknown>;

/** One object for one item, a list for one item each, or an item with a file. */
export type Output = IDataObject | IDataObject[] | FileItem;

/** The field Output of an operation whose objects have more than ten fields. */
export interface OutputForms {
	/** The field, and the fields to choose from. */
	properties: INodeProperties[];
	read(params: Parameters): ChosenForm;
	convert(element: IDataObject, form: ChosenForm): IDataObject;
}

/** The input of an item, with the item's index among all. */
export interface IndexedInput<Input> {
	index: number;
	input: Input;
}

/** An item that must not be sent because of the others, such as one that would send the same again. */
export interface RejectedItem {
	index: number;
	message: string;
	/** What to do about it. */
	advice: string;
}

/** Decides which items share a unit. */
export interface Grouping {
	/** Items with the same key may share a unit. */
	key: string;
	/** How much of the limit the item takes. */
	size: number;
	/** How much one unit may hold. An item that takes more than that has a unit of its own, and splits itself. */
	limit: number;
}

/** A unit that succeeded. */
export interface CompletedUnit<Input> {
	input: Input;
	output: IDataObject[];
	/** How many items it stands for. */
	items: number;
	/** The fields of the first item. */
	entered: Entered;
}

/** The words in which an error names earlier writes: "2 of 5 messages were sent". */
export interface WriteWords {
	/** What a unit writes, in the singular and the plural. */
	nouns: [string, string];
	/** What was done with them, as it follows "were". */
	done: string;
	/** What running the node again does; `{them}` stands for the written ones: "sends {them} again". */
	again: string;
}

/**
 * The complete definition of an operation: what the user sees, the request and the output.
 *
 * Each item passes three phases, and nothing is written before all items have passed the first two: `parse`
 * turns its fields into an input, without any request; `prepare` reads data that may rule it out; `send`
 * carries it out. These are methods, so that definitions with different inputs fit into one list.
 */
export interface Definition<Input, Prepared> {
	/** Title Case, as in the operation list. */
	name: string;
	/** Saved in workflows; never renamed. */
	value: string;
	/** A sentence for the node panel, such as "Get a campaign step". */
	action: string;
	description: string;
	/** Method and path as the service documents them: `PATCH /api/v1/public/campaigns/{id}/`. */
	request: string;
	/** The sections of `docs/api-facts.md` that document it: `extended API, 4.3`. */
	source: string;
	/** Reads run concurrently and may be repeated; writes run one after another and never twice. */
	effect: 'read' | 'write';
	/** Required for a write. */
	words?: WriteWords;
	/** Its fields, without display options, which the registry adds. */
	properties: INodeProperties[];
	/** Its options beside the timeout. */
	options?: INodeProperties[];
	/** The field Output, if it has one: the runner reads it and converts the output. */
	forms?: OutputForms;
	/** Seconds that the service may take to respond, unless the user set another timeout; by default a minute, or ten for a list. */
	timeout?: number;
	/**
	 * The schema of one output item, as far as it is known. It validates the response, and tells the editor
	 * which fields to expect (`__schema__`, generated).
	 */
	output: ResponseSchema;
	/**
	 * Reads every value of an item, and refuses invalid ones. Sends and stores nothing. For a read it returns
	 * plain data, since equal inputs are read once.
	 *
	 * @param file finds the file in a binary field of the item, which is read only when it is sent
	 * @throws NodeOperationError that names the field, the value and what is expected
	 */
	parse(params: Parameters, file: (field: string) => InputFile): Input;
	/** Whether the request of an item is a read, if the operation may send either. */
	isRead?(input: Input): boolean;
	/** Whether running a write again leaves out what was already written, for example because a list is reused. */
	skipsDone?(input: Input): boolean;
	/**
	 * The items that must not be sent because of the others. Each fails if the node continues on failure;
	 * otherwise nothing is sent.
	 *
	 * @param items the items that `parse` accepted, in their order
	 */
	check?(items: Array<IndexedInput<Input>>, nodeState: NodeState): RejectedItem[];
	/**
	 * Decides which items share a unit; `undefined` if the item has its own. A unit of writes gives one output,
	 * paired with all its items. Reads need no grouping: equal ones share a unit.
	 */
	group?(input: Input): Grouping | undefined;
	/** The input of a unit; by default that of its first item, since all are equal. */
	combine?(inputs: Input[]): Input;
	/**
	 * Reads data that may rule a unit out, such as the person to write to. Writes nothing. Units are prepared
	 * in their order.
	 */
	prepare?(input: Input, context: PrepareContext): Promise<Prepared>;
	/** Carries out a unit: the only phase that writes. */
	send(input: Input, context: SendContext, prepared: Prepared): Promise<Output>;
	/** Hints about all units that succeeded. */
	hints?(done: Array<CompletedUnit<Input>>): string[];
}

/** An operation with any input, for the runner and the registry. */
export interface Operation extends Definition<unknown, unknown> {
	timeout: number;
}

/** A resource of the service, with its operations. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
	/** The operation that a new node shows; by default the first one that only reads. */
	preset?: string;
}

/**
 * Declares an operation; it takes effect once it is in its resource's array. `parse` determines the type of
 * the input, so it stands before the other methods.
 */
export function defineOperation<Input, Prepared = undefined>(
	definition: Pick<Definition<Input, Prepared>, 'parse'> & Definition<NoInfer<Input>, Prepared>,
): Operation {
	const { properties, forms, options = [] } = definition;
	const { timeout = defaultTimeout(properties) } = definition;
	const fields = [...properties, ...(forms?.properties ?? []), optionsWith(options, timeout)];
	return { ...definition, timeout, properties: fields };
}

/** Declares a resource; its operations are shown in alphabetical order. */
export function defineResource(resource: Resource): Resource {
	const byName = (one: Operation, other: Operation) => one.name.localeCompare(other.name, 'en');
	return { ...resource, operations: [...resource.operations].sort(byName) };
}
