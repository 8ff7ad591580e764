import {
	deepCopy,
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { FileItem } from './files';
import { sentences } from '../../shared/sentences';
import type { Operation, Output, WriteWords } from './operation';
import type { Unit } from './unit';

type NodeError = NodeApiError | NodeOperationError;

/** Output items, linked to the input items that they came from. */
function toItems(output: Output, indexes: number[]): INodeExecutionData[] {
	const [only = 0, another] = indexes;
	const pairedItem = another === undefined ? { item: only } : indexes.map((item) => ({ item }));
	if (output instanceof FileItem) {
		return [{ json: output.json, binary: { data: output.file }, pairedItem }];
	}
	return [output].flat().map((json) => ({ json, pairedItem }));
}

/** The output of each item of a unit, in their order. If several items share a write, the first one has its output. */
export function outputsOf({ indexes, isRead }: Unit, output: Output): INodeExecutionData[][] {
	if (!isRead) return indexes.map((_index, place) => (place === 0 ? toItems(output, indexes) : []));
	// Each item gets a copy, since a later node may change its object.
	const made = (index: number) => toItems(output, [index]);
	return indexes.map((index, place) => (place === 0 ? made(index) : deepCopy(made(index))));
}

const SENT: WriteWords = {
	nouns: ['request', 'requests'],
	done: 'sent',
	again: 'sends {them} again',
};

/** The same error, with texts before and after its description. */
function described(error: NodeError, before: string[], after: string[]): NodeError {
	// An error that is reported again, by n8n's Retry On Fail, already has them.
	const known = error.description ?? '';
	const added = (texts: string[]) => texts.filter((text) => !known.includes(text));
	error.description = sentences([...added(before), known, ...added(after)]);
	return error;
}

/**
 * An error that ends a run before anything was written. It says so, and counts items from 1.
 *
 * @param total how many items the run has
 */
export function sayNothingWritten(
	error: NodeError,
	{ effect, words = SENT }: Operation,
	total: number,
): NodeError {
	const { itemIndex } = error.context;
	const nothing = `nothing was ${words.done}`;
	if (typeof itemIndex === 'number' && total > 1) {
		return described(error, [`Item ${itemIndex + 1} of ${total} failed, and ${nothing}`], []);
	}
	return effect === 'read' ? error : described(error, [`N${nothing.slice(1)}`], []);
}

/**
 * An error that ends a run in the middle of its writes. It says what was written before it, and would be
 * written again. A unit that had nothing to write, such as one that reuses a list, does not count as written.
 */
export function sayWrittenBefore(
	error: NodeError,
	{ words = SENT, skipsDone }: Operation,
	units: Unit[],
): NodeError {
	const done = units.filter(({ writes, outputs }) => outputs !== undefined && writes.hasWritten);
	const written = done.length;
	if (written === 0) return error;
	const [noun, nouns] = words.nouns;
	const was = written === 1 ? 'was' : 'were';
	const again = words.again.replaceAll('{them}', written === 1 ? 'it' : 'them');
	const all = units.length === 1 ? noun : nouns;
	const before = `${written} of ${units.length} ${all} ${was} ${words.done} before this one`;
	const isSkipped = done.every(({ input }) => skipsDone?.(input));
	return described(error, [], [isSkipped ? before : `${before}; running the node again ${again}`]);
}

/** A thrown value as an error that names the item; errors of n8n already do. */
export function toError(context: IExecuteFunctions, thrown: unknown, itemIndex: number): NodeError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	return new NodeOperationError(context.getNode(), error, { itemIndex });
}

/**
 * The output of a failed item when the node continues on failure: `error` has the service's message,
 * `message` the status and what to do. Only with these two names does every release send the item to the
 * error output: n8n-core before 2.36 knows no others (workflow-execute.js, handleNodeErrorOutput). If `error`
 * stood beside `json`, the engine would reduce it to the message.
 */
export function failedItem(error: NodeError, item: number): INodeExecutionData {
	const httpCode = error instanceof NodeApiError ? error.httpCode : undefined;
	const message = [httpCode, error.description].filter(Boolean).join(': ');
	const json = { error: error.message, ...(message && { message }) };
	return { json, pairedItem: { item } };
}
