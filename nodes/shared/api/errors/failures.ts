import type { IDataObject } from 'n8n-workflow';
import { asFlag, isDataObject, isIdentifier } from '../../json';
import type { WireRequest } from '../http/exchange';

/**
 * The one reader of failures behind a 2xx status (reference, Errors: a failure may have any status).
 *
 * A body reports a failure if it denies success, or if it complains and has nothing of what the call was for:
 * - `{ "error": "Cannot delete", "code": "ACTIVE", "request_id": "r1" }` failed: everything beside the error
 *   describes the failure. So do a balance of credits and what the service repeats of the request.
 * - `{ "error": "2 were skipped", "added_count": 98 }` succeeded for an operation whose output has an
 *   `added_count`. So does whatever says `"success": true`, has an empty error, or shows an ID of its own.
 *
 * Beside a complaint alone a write may have been carried out all the same: only a denial is certain.
 */

/** Beside an error they describe it, whatever operation has a field of this name. */
const ABOUT_FAILURE =
	/^(error|message|detail|details|reason|warnings?|success|ok|status\w*|code|type|title|mode)$|credits$|balance$/;

const ENVELOPES = ['data', 'result', 'response'];
const LISTS = ['results', 'data', 'items'];
const FAILED = /^(error|fail|failed|failure)$/i;

/** Whether a value says anything: null, 0, false and what is empty do not. */
function hasContent(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value === 'object' && value ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whether a body says that the call was not carried out (reference, Errors). */
export function deniesSuccess(body: unknown): boolean {
	return isDataObject(body) && asFlag(body.success) === false;
}

function complains({ error, errors, ok, status, message }: IDataObject): boolean {
	const isFailed = typeof status === 'string' && FAILED.test(status) && hasContent(message);
	return hasContent(error) || hasContent(errors) || asFlag(ok) === false || isFailed;
}

/** The values that a request sends, as text: what a response repeats of them is no output. */
function sentIn({ url, body }: WireRequest): Set<string> {
	const values = isDataObject(body) ? Object.values(body).flat() : [];
	return new Set([...url.pathname.split('/'), ...values.map(String)]);
}

/** Whether an object has something of what its request was for. */
function hasOutput(object: IDataObject, request: WireRequest): boolean {
	const sent = sentIn(request);
	const isOutput = ([name, value]: [string, unknown]) => {
		if (name === 'id') return isIdentifier(value) && !sent.has(String(value));
		if (Array.isArray(value) && value.some((one) => isDataObject(one) && hasContent(one.id))) {
			return true;
		}
		if (ENVELOPES.includes(name) && isDataObject(value)) return hasOutput(value, request);
		const isExpected = request.outputFields?.includes(name) && !ABOUT_FAILURE.test(name);
		if (typeof value === 'number') return isExpected && value > 0 && !sent.has(String(value));
		return (isExpected || LISTS.includes(name)) && typeof value === 'object' && hasContent(value);
	};
	return Object.entries(object).some(isOutput);
}

/** The objects in which a body may report a failure, the outermost first: it may be a list of one. */
function layersOf(body: unknown): IDataObject[] {
	const object: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isDataObject(object)) return [];
	return [object, ...ENVELOPES.map((name) => object[name]).filter(isDataObject)];
}

/**
 * The part of a 2xx body that says that the call failed; `undefined` if none does.
 *
 * @param request with the fields of its operation's output
 */
export function reportedFailure(body: unknown, request: WireRequest): IDataObject | undefined {
	const layers = layersOf(body);
	const [outer] = layers;
	if (!outer) return undefined;
	if (deniesSuccess(outer) && !Array.isArray(body)) return outer;
	if (asFlag(outer.success) === true || hasOutput(outer, request)) return undefined;
	return layers.find((layer) => deniesSuccess(layer) || complains(layer));
}
