import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import { WriteLog } from '../../shared/api/writeLog';
import { expressionsOfItem } from '../../shared/parameters/expressions';
import { Parameters } from '../../shared/parameters/parameters';
import { filesOf } from './files';
import type { Grouping, IndexedInput, Operation } from './operation';
import { toError } from './results';
import { timeoutMsOf } from './timeout';
import type { ChosenForm, Unit } from './unit';

/** A valid item. */
interface ValidItem extends IndexedInput<unknown> {
	form?: ChosenForm;
	timeoutMs: number;
}

/** An item that was read: its input, or the error that makes it invalid. */
type ParsedItem = ValidItem | { index: number; error: Error };

/** How many milliseconds items are read before the event loop gets a turn. */
const SLICE_MS = 20;

/** Calls `work` for each element, one after another, and gives the event loop turns in between. */
export async function inSlices<T>(
	elements: T[],
	clock: Clock,
	work: (element: T, index: number) => Promise<void> | void,
): Promise<void> {
	let sliceEnd = clock.now() + SLICE_MS;
	for (const [index, element] of elements.entries()) {
		if (clock.now() >= sliceEnd) {
			await clock.sleep(0);
			sliceEnd = clock.now() + SLICE_MS;
		}
		const result = work(element, index);
		if (result) await result;
	}
}

/** The values of an operation's fields for one item. */
export function parametersOf(
	context: IExecuteFunctions,
	itemIndex: number,
	{ properties }: Operation,
): Parameters {
	const values = new Map<string, unknown>();
	// n8n evaluates the expressions anew for each call, which takes longer than everything else: so each field
	// is read once.
	const read = (name: string) => {
		if (!values.has(name)) {
			const options = { extractValue: true };
			values.set(name, context.getNodeParameter(name, itemIndex, undefined, options));
		}
		return values.get(name);
	};
	const refuse = (message: string, description?: string): never => {
		throw new NodeOperationError(context.getNode(), message, { description, itemIndex });
	};
	return new Parameters(read, properties, refuse, expressionsOfItem(context, itemIndex));
}

function parsed(context: IExecuteFunctions, operation: Operation, index: number): ParsedItem {
	try {
		const params = parametersOf(context, index, operation);
		const input = operation.parse(params, filesOf(context, index));
		const form = operation.forms?.read(params);
		return { index, input, form, timeoutMs: timeoutMsOf(params, operation.timeout) };
	} catch (thrown) {
		return { index, error: toError(context, thrown, index) };
	}
}

/** The errors of the items that must not be sent because of the others, by their index. */
function rejectedItems(
	context: IExecuteFunctions,
	{ check }: Operation,
	items: ParsedItem[],
): Map<number, Error> {
	const valid = items.flatMap((item) => ('input' in item ? [item] : []));
	const rejected = check?.(valid, () => context.getContext('node')) ?? [];
	return new Map(
		rejected.map(({ index, message, advice }) => {
			// The error has no item index, which the editor would add to the message: it is about several items.
			const options = { description: advice };
			return [index, new NodeOperationError(context.getNode(), message, options)];
		}),
	);
}

/** Equal reads share a unit, however many they are: each takes nothing of its limit. */
const equalRead = (input: unknown): Grouping => ({
	key: JSON.stringify(input),
	size: 0,
	limit: 0,
});

/** Groups items into units, in the order of their first items, as full as the limit allows. */
class UnitBuilder {
	readonly units: Unit[] = [];

	private readonly inputs = new Map<Unit, unknown[]>();
	private readonly open = new Map<string, { unit: Unit; size: number }>();

	constructor(private readonly operation: Operation) {}

	reject(index: number, error: Error): void {
		const writes = new WriteLog();
		const indexes = [index];
		this.units.push({ indexes, error, input: undefined, timeoutMs: 0, isRead: true, writes });
	}

	add({ index, input, form, timeoutMs }: ValidItem): void {
		const { effect } = this.operation;
		const isRead = effect === 'read' || this.operation.isRead?.(input) === true;
		const grouping = isRead ? equalRead(input) : this.operation.group?.(input);
		const key = grouping && JSON.stringify([grouping.key, form, timeoutMs]);
		const current = key === undefined ? undefined : this.open.get(key);
		if (grouping && current && current.size + grouping.size <= grouping.limit) {
			current.unit.indexes.push(index);
			current.size += grouping.size;
			this.inputs.get(current.unit)?.push(input);
			return;
		}
		const unit: Unit = {
			indexes: [index],
			input,
			form,
			timeoutMs,
			isRead,
			writes: new WriteLog(),
		};
		this.units.push(unit);
		this.inputs.set(unit, [input]);
		if (grouping && key !== undefined) this.open.set(key, { unit, size: grouping.size });
	}

	build(): Unit[] {
		for (const [unit, inputs] of this.inputs) {
			if (!unit.isRead && this.operation.combine) unit.input = this.operation.combine(inputs);
		}
		return this.units;
	}
}

/**
 * Reads all items into units, without any request. Items that are invalid, or must not be sent because of the
 * others, become units with an error.
 */
export async function readUnits(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
): Promise<Unit[]> {
	const items: ParsedItem[] = [];
	await inSlices(context.getInputData(), clock, (_item, index) => {
		items.push(parsed(context, operation, index));
	});
	const rejected = rejectedItems(context, operation, items);
	const builder = new UnitBuilder(operation);
	for (const item of items) {
		const error = 'error' in item ? item.error : rejected.get(item.index);
		if (error) builder.reject(item.index, error);
		else if ('input' in item) builder.add(item);
	}
	return builder.build();
}
