import { NodeApiError, type INode } from 'n8n-workflow';
import type { Problem } from './problem';
import { sentences } from './sentences';

/**
 * A new error for the user, built from text only: an error of the HTTP client, if kept as its cause,
 * would carry the request's headers, and with them the key, into logs and execution data.
 */
export function toNodeError(node: INode, problem: Problem, itemIndex?: number): NodeApiError {
	const { message, advice, httpCode, failure } = problem;
	const description = sentences(advice);
	const error = new NodeApiError(node, {}, { message, description, itemIndex, failure });
	// n8n replaces a message or code that contains the name of a system error, such as EEXIST in
	// "a preexisting lead", with a generic message: the original is restored here.
	error.message = message;
	error.messages = [];
	error.httpCode = httpCode ?? null;
	return error;
}
