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
 *   `added_count`. So does whatever says `"success": true`, has an empty error, or shows an ID of its own; a
 *   deletion has none, so that `{ "error": "In use", "used_by": [{ "id": 7 }] }` failed.
 *
 * A body that says neither, such as `{}` or `false`, leaves it to the status.
 *
 * Beside a complaint alone a write may have been carried out all the same: only a denial is certain.
 */

/** Beside an error they describe it, whatever operation has a field of this name. */
const ABOUT_FAILURE =
	/^(errors?|message|detail|details|reason|warnings?|success|ok|status\w*|code|type|title|mode)$|credits$|balance$/;

const ENVELOPES = ['data', 'result', 'response'];
const LISTS = ['results', 'data', 'items'];
const FAILED = /^(error|fail|failed|failure|[45]\d\d)$/i;

/** Where a body says that the call failed, and where it says why. */
const OUTCOMES = ['status', 'statusCode', 'status_code', 'code', 'result', 'type'];
const REASONS = ['message', 'detail', 'details', 'reason', 'description'];
const COMPLAINT = /^error(_?(message|description|detail))?$/i;

/** Whether a value says anything: null, 0, false and what is empty do not. */
function hasContent(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value === 'object' && value ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whether a body says that the call was not carried out (reference, Errors). */
export function deniesSuccess(body: unknown): boolean {
	return isDataObject(body) && asFlag(body.success) === false;
}

function complains(object: IDataObject): boolean {
	const isFailed =
		OUTCOMES.some((name) => FAILED.test(String(object[name]))) &&
		REASONS.some((name) => hasContent(object[name]));
	const complaints = Object.entries(object).filter(([name]) => COMPLAINT.test(name));
	// A number of errors is a statistic.
	const { ok, errors } = object;
	const hasErrors = typeof errors !== 'number' && hasContent(errors);
	const isDenied = asFlag(ok) === false || isFailed || hasErrors;
	return isDenied || complaints.some(([, value]) => hasContent(value));
}

/** The values that a request sends, as text: what a response repeats of them is no output. */
function sentIn({ url, body }: WireRequest): Set<string> {
	const values = isDataObject(body) ? Object.values(body).flat() : [];
	return new Set([...url.pathname.split('/'), ...values.map(String)]);
}

/** Whether an object is the one that was read: it has the ID that was asked for, and another of its fields. */
function isRead(object: IDataObject, { method, outputFields = [] }: WireRequest): boolean {
	if (method !== 'GET' || !isIdentifier(object.id)) return false;
	const others = outputFields.filter((name) => name !== 'id' && !ABOUT_FAILURE.test(name));
	return others.some((name) => hasContent(object[name]));
}

/** Whether an object has something of what its request was for. */
function hasOutput(object: IDataObject, request: WireRequest): boolean {
	if (isRead(object, request)) return true;
	const sent = sentIn(request);
	const givesIds = request.method !== 'DELETE';
	const isOutput = ([name, value]: [string, unknown]) => {
		if (name === 'id') return givesIds && isIdentifier(value) && !sent.has(String(value));
		if (ENVELOPES.includes(name) && isDataObject(value)) return hasOutput(value, request);
		if (ABOUT_FAILURE.test(name)) return false;
		const hasIds = (list: unknown[]) => list.some((one) => isDataObject(one) && hasContent(one.id));
		if (givesIds && Array.isArray(value) && hasIds(value)) return true;
		const isExpected = request.outputFields?.includes(name);
		if (typeof value === 'number')
			return isExpected === true && value > 0 && !sent.has(String(value));
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
