import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { isDataObject } from '../json';

/** The fields of a node as they were entered, for values that n8n must not resolve by itself. */
export interface Expressions {
	/** The field as it is saved in the workflow; an expression begins with `=`. */
	saved(name: string): unknown;
	/** The value of an expression for the item. */
	evaluate(expression: string): unknown;
}

export const NO_EXPRESSIONS: Expressions = {
	saved: () => undefined,
	evaluate: (expression) => expression,
};

export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** The fields inside of a collection. */
export function expressionsInside(outer: Expressions, collection: string): Expressions {
	const saved = outer.saved(collection);
	return { ...outer, saved: (name) => (isDataObject(saved) ? saved[name] : undefined) };
}

/** A reference to a field of the input item, such as `$json.company.name`, and nothing else. */
const FIELD = /^=\{\{ ?\$json((?:\.[A-Za-z_]\w*)+)\s*\}\}$/;

/**
 * The value of such a reference, if it is a text, a number or a boolean; `undefined` for anything else. n8n
 * gives the same value, but takes about as long for it as for a whole request.
 */
function fieldOf(item: INodeExecutionData | undefined, expression: string): unknown {
	const path = FIELD.exec(expression)?.[1]?.slice(1).split('.') ?? [];
	let value: unknown = path.length > 0 ? item?.json : undefined;
	for (const name of path) {
		value = isDataObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

export function expressionsOfItem(context: IExecuteFunctions, itemIndex: number): Expressions {
	let parameters: INodeParameters | undefined;
	return {
		saved: (name) => {
			// n8n copies the node for each call.
			parameters ??= context.getNode().parameters;
			return parameters[name];
		},
		evaluate: (expression) => {
			// To n8n, `$json` is what came with the run: for a tool its agent's item, whereas the input data are the call's arguments.
			const item = context.getExecuteData()?.data.main?.[0]?.[itemIndex];
			return (
				fieldOf(item, expression) ?? context.evaluateExpression(expression.slice(1), itemIndex)
			);
		},
	};
}
