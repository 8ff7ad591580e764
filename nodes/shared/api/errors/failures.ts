import type { IDataObject } from 'n8n-workflow';
import { asFlag, isDataObject, isIdentifier, isText } from '../../json';
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
 * What is read may itself speak of a failure, such as the log entry `{ "id": 55, "error": "Bad name" }`. So the
 * element of a list, or the response to a GET of unknown form, failed only if nothing but the failure stands
 * there.
 *
 * A body that says neither, such as `{}` or `false`, leaves it to the status.
 *
 * With an error alone, a write may have been carried out all the same: only a denial of success is certain,
 * and only if nothing in it shows a success: `{ "success": false, "added_count": 98 }` was carried out in part.
 */

/** Beside an error these fields describe it, even if an operation has a field of the same name. */
const ABOUT_FAILURE =
	/^(error\w*|message|msg|details?|description|reason|warnings?|success|ok|status\w*|code|type|title|mode)$|credits$|balance$/i;
/** Fields that describe the request, which may stand beside an error. */
const ABOUT_REQUEST =
	/^((request|trace|correlation)_?id|timestamp|path|instance|documentation_url)$/i;
/** Counts and lists of what was carried out. */
const DONE =
	/^(added|sent|created|imported|moved|enriched|succeeded|success(ful)?)(_(?!at$|by$)\w+)?$|^credits_deducted$/;
const MAX_DEPTH = 5;

/** The expected output that must never be lost: the service shows the secret of an API key only once. */
const SECRET = 'key';

const ENVELOPES = ['data', 'result', 'response'];
const LISTS = ['results', 'data', 'items'];
const FAILED = /^(error|fail|failed|failure|[45]\d\d)$/i;

/** Fields that may say that the call failed, and fields that then give the reason. */
const OUTCOMES = ['status', 'statusCode', 'status_code', 'code', 'result', 'type'];
const REASONS = ['message', 'msg', 'detail', 'details', 'reason', 'description'];
const COMPLAINT = /^error(_?(message|msg|description|detail))?$/i;

/** Whether a value says anything; null, 0, false and empty values do not. */
function hasContent(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value === 'object' && value ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whether an object says that the call was not carried out (reference, Errors). */
function denies(object: IDataObject, { method }: WireRequest): boolean {
	const denial = method === 'DELETE' ? /^(success|deleted)$/i : /^success$/i;
	return Object.entries(object).some(
		([name, value]) => denial.test(name) && asFlag(value) === false,
	);
}

/** Whether a text that cannot be read as JSON, such as JSON that is cut short, denies success. */
export function deniesInText(text: string): boolean {
	return /"success"\s*:\s*"?(false|no|0)\b/i.test(text);
}

/** Whether an object says nothing but that the call failed; values repeated from the request say nothing. */
function isAllAboutFailure(object: IDataObject, sent: Set<string>): boolean {
	return Object.entries(object).every(([name, value]) => {
		if (!hasContent(value) || ABOUT_FAILURE.test(name) || ABOUT_REQUEST.test(name)) return true;
		if (ENVELOPES.includes(name) && isDataObject(value)) return isAllAboutFailure(value, sent);
		return sent.has(String(value));
	});
}

const hasFailed = (object: IDataObject) =>
	OUTCOMES.some((name) => FAILED.test(String(object[name])));

function complains(object: IDataObject, sent: Set<string>): boolean {
	const hasReason = REASONS.some((name) => hasContent(object[name]));
	// A number of errors is a statistic; beside a reason, or alone, `error` is a code.
	const mayBeNumber = hasReason || isAllAboutFailure(object, sent);
	const isComplaint = ([name, value]: [string, unknown]) =>
		COMPLAINT.test(name) && hasContent(value) && (typeof value !== 'number' || mayBeNumber);
	const { ok, errors } = object;
	const hasErrors = typeof errors !== 'number' && hasContent(errors);
	const isDenied = asFlag(ok) === false || (hasFailed(object) && hasReason) || hasErrors;
	return isDenied || Object.entries(object).some(isComplaint);
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
		if (name === SECRET && isText(value)) return isExpected === true && !sent.has(value);
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

/** The response to a write that is nothing but a list, if every element denies success. */
function deniedList(body: unknown, request: WireRequest): IDataObject | undefined {
	if (request.format === 'json' || request.method === 'GET') return undefined;
	const isOther = ([name, value]: [string, unknown]) =>
		hasContent(value) && !ABOUT_FAILURE.test(name);
	const contents = isDataObject(body) ? Object.entries(body).filter(isOther) : [['', body]];
	const [[, list] = [], another] = contents;
	if (another || !Array.isArray(list) || list.length === 0) return undefined;
	const elements = list.filter(isDataObject).filter((element) => denies(element, request));
	return elements.length === list.length ? { success: false, errors: elements } : undefined;
}

/** Whether what was asked for may itself speak of a failure: an element of a list, or anything that a GET returns. */
const mayReadFailure = (body: unknown, { method, format }: WireRequest) =>
	format === 'json' ? Array.isArray(body) : method === 'GET';

/**
 * The part of a 2xx body that says that the call failed; `undefined` if none does.
 *
 * @param request the request, with the output fields of its operation
 */
export function reportedFailure(body: unknown, request: WireRequest): IDataObject | undefined {
	const layers = layersOf(body);
	const [outer, ...inner] = layers;
	const isDenied = (layer: IDataObject) => denies(layer, request);
	if (outer && isDenied(outer) && !Array.isArray(body)) return outer;
	if (asFlag(outer?.success) === true) return undefined;
	const list = deniedList(body, request);
	if (list || !outer || hasOutput(outer, request)) return list;
	const sent = sentIn(request);
	if (mayReadFailure(body, request) && !isAllAboutFailure(outer, sent)) {
		return Array.isArray(body) ? undefined : inner.find(isDenied);
	}
	const found = layers.find((layer) => isDenied(layer) || complains(layer, sent));
	if (found || !hasFailed(outer)) return found;
	// `{ "status": "fail", "data": { "title": "Too long" } }` (JSend).
	const mayHaveOutput = request.method === 'GET';
	return inner.find(
		(layer) => hasContent(layer) && (!mayHaveOutput || isAllAboutFailure(layer, sent)),
	);
}

/** The fields about a failure in a 2xx body that has output all the same. */
export function complaintIn(body: unknown, request: WireRequest): IDataObject | undefined {
	const sent = sentIn(request);
	const found = layersOf(body).find((layer) => complains(layer, sent));
	const isAbout = ([name]: [string, unknown]) => ABOUT_FAILURE.test(name);
	return found && Object.fromEntries(Object.entries(found).filter(isAbout));
}

/** Whether a part of a body shows that something was carried out. */
function showsSuccess(object: IDataObject, request: WireRequest, depth = 0): boolean {
	const sent = sentIn(request);
	return Object.entries(object).some(([name, value]) => {
		if (name === 'success' && asFlag(value) === true) return true;
		const isExpectedCount = name === 'count' && request.outputFields?.includes(name);
		const isDone = isExpectedCount || DONE.test(name);
		if (typeof value === 'number') return isDone && value > 0 && !sent.has(String(value));
		if (isDone && Array.isArray(value) && value.length > 0) return true;
		const inner = [value].flat().filter(isDataObject);
		return depth < MAX_DEPTH && inner.some((one) => showsSuccess(one, request, depth + 1));
	});
}

/** Whether a reported failure makes it certain that nothing was carried out. */
export function isCertainDenial(failure: IDataObject, request: WireRequest): boolean {
	return denies(failure, request) && !showsSuccess(failure, request);
}
