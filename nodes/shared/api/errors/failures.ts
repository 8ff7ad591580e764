import type { IDataObject } from 'n8n-workflow';
import { asFlag, isDataObject, isIdentifier } from '../../json';
import type { WireRequest } from '../http/exchange';

/**
 * The one reader of failures behind a 2xx status (reference, Errors: a failure may have any status).
 *
 * A body reports a failure if it denies success, or if it has an error and none of the requested output:
 * - `{ "error": "Cannot delete", "code": "ACTIVE", "request_id": "r1" }` failed: everything beside the error
 *   describes the failure. A balance of credits, and values repeated from the request, count as such a
 *   description too.
 * - `{ "error": "2 were skipped", "added_count": 98 }` succeeded for an operation whose output has an
 *   `added_count`. So did a call whose body says `"success": true`, has an empty error, or shows an ID of its
 *   own. A deletion shows none, so that `{ "error": "In use", "used_by": [{ "id": 7 }] }` failed.
 *
 * A body that says neither, such as `{}` or `false`, leaves it to the status.
 *
 * With an error alone, a write may have been carried out all the same: only a denial of success is certain.
 */

/** Beside an error these fields describe it, even if an operation has a field of the same name. */
const ABOUT_FAILURE =
	/^(errors?|message|detail|details|reason|warnings?|success|ok|status\w*|code|type|title|mode)$|credits$|balance$/;

const ENVELOPES = ['data', 'result', 'response'];
const LISTS = ['results', 'data', 'items'];
const FAILED = /^(error|fail|failed|failure|[45]\d\d)$/i;

/** Fields that may say that the call failed, and fields that then give the reason. */
const OUTCOMES = ['status', 'statusCode', 'status_code', 'code', 'result', 'type'];
const REASONS = ['message', 'detail', 'details', 'reason', 'description'];
const COMPLAINT = /^error(_?(message|description|detail))?$/i;

/** Whether a value says anything; null, 0, false and empty values do not. */
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

/** The values that a request sends, as text. A response that repeats one has no output in it. */
function sentIn({ url, body }: WireRequest): Set<string> {
	const values = isDataObject(body) ? Object.values(body).flat() : [];
	return new Set([...url.pathname.split('/'), ...values.map(String)]);
}

/** Whether an object is the one that a GET asked for: it has the requested ID, and another of its fields. */
function isRead(object: IDataObject, { method, outputFields = [] }: WireRequest): boolean {
	if (method !== 'GET' || !isIdentifier(object.id)) return false;
	const others = outputFields.filter((name) => name !== 'id' && !ABOUT_FAILURE.test(name));
	return others.some((name) => hasContent(object[name]));
}

/** Whether an object has some of the requested output. */
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
 * @param request the request, with the output fields of its operation
 */
export function reportedFailure(body: unknown, request: WireRequest): IDataObject | undefined {
	const layers = layersOf(body);
	const [outer] = layers;
	if (!outer) return undefined;
	if (deniesSuccess(outer) && !Array.isArray(body)) return outer;
	if (asFlag(outer.success) === true || hasOutput(outer, request)) return undefined;
	return layers.find((layer) => deniesSuccess(layer) || complains(layer));
}
