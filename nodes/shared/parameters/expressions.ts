import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { isDataObject } from '../json';

/** The fields of a node as entered, for values that n8n must not resolve on its own. */
export interface Expressions {
	/** The field as the workflow holds it; an expression begins with `=`. */
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

export function expressionsOfItem(context: IExecuteFunctions, itemIndex: number): Expressions {
	let parameters: INodeParameters | undefined;
	return {
		saved: (name) => {
			// n8n copies the node for each call.
			parameters ??= context.getNode().parameters;
			return parameters[name];
		},
		evaluate: (expression) => context.evaluateExpression(expression.slice(1), itemIndex),
	};
}
