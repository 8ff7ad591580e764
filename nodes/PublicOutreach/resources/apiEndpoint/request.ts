import type { INodeProperties, IHttpRequestMethods, IDataObject } from 'n8n-workflow';
import type { Verdict } from '../../../shared/api/errors/problem';
import { ApiPath } from '../../../shared/api/path';
import { TypedBytes, type Body } from '../../../shared/api/http/exchange';
import { isDataObject, parseJson } from '../../../shared/json';
import { trimmed } from '../../../shared/normalize';
import { readList } from '../../../shared/api/responses/list';
import { FileItem, type InputFile } from '../../operations/files';
import type { SendContext } from '../../operations/operation';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toQueryValue } from '../../../shared/parameters/values';

/** Options of a call to any path. */
export const callOptions: INodeProperties[] = [
	{
		displayName: 'Body Content Type',
		name: 'contentType',
		type: 'options',
		options: [
			{
				name: 'Form Urlencoded',
				value: 'form-urlencoded',
				description: 'Send the fields of the body as a form',
			},
			{ name: 'JSON', value: 'json', description: 'Send the body as JSON' },
			{ name: 'Raw', value: 'raw', description: 'Send the text of the body, JSON or not' },
		],
		default: 'json',
		description: 'How to send the body',
	},
	{
		displayName: 'Form Field Name',
		name: 'formFieldName',
		type: 'string',
		default: 'file',
		description: 'Name of the form field that holds the file',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'inputBinaryField',
		type: 'string',
		default: 'data',
		description:
			'The input field that holds a file to send as a multipart form, for example for an import. The body then holds the other fields of the form.',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
	{
		displayName: 'Raw Content Type',
		name: 'rawContentType',
		type: 'string',
		default: 'text/plain',
		placeholder: 'e.g. text/csv',
		description: 'Content type of a raw body',
	},
	{
		displayName: 'Response Format',
		name: 'responseFormat',
		type: 'options',
		options: [
			{ name: 'File', value: 'file', description: 'Output the response as a file in "data"' },
			{ name: 'JSON', value: 'json', description: 'Output the objects of the response' },
			{ name: 'Text', value: 'text', description: 'Output the response as text in "data"' },
		],
		default: 'json',
		description: 'How to output the response',
	},
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Send Empty Body',
		name: 'sendEmptyBody',
		type: 'boolean',
		default: true,
		description:
			'Whether to send an empty object as the body if the body is empty, instead of no body',
	},
];

export const METHODS = [
	'DELETE',
	'GET',
	'PATCH',
	'POST',
	'PUT',
] as const satisfies IHttpRequestMethods[];

/** The fields of a call to any path. */
export const callFields: INodeProperties[] = [
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: METHODS.map((value) => ({ name: value, value })),
		default: 'GET',
		description: 'The HTTP method. Every method but GET can change data.',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. /api/v1/api-keys/',
		description:
			'The path with its trailing slash and without a query. The part before "public/" can be left out.',
	},
	{
		displayName: 'Query Parameters (JSON)',
		name: 'query',
		type: 'json',
		default: '{}',
		description: 'Query parameters as one object, such as {"page": 2}',
	},
	{
		displayName: 'Body (JSON)',
		name: 'body',
		type: 'json',
		default: '{}',
		displayOptions: { show: { method: METHODS.filter((method) => method !== 'GET') } },
		description:
			'The body as one object or array; an empty object sends no body. To send a form or text, add Body Content Type in Options.',
	},
];

/**
 * Completes a path without a leading slash, which is below the API's version: `public/campaigns/`,
 * `v1/public/campaigns/`.
 */
function completePath(typed: string): string {
	if (typed.startsWith('/')) return typed;
	if (typed.startsWith('api/')) return `/${typed}`;
	return /^v\d+\//.test(typed) ? `/api/${typed}` : `/api/v1/${typed}`;
}

/** A segment that is a missing value, which an expression made into text. */
const NO_ID = /\/(undefined|null|NaN|\[object Object\])(?=\/|$)/;

/** Reads the path, also as it was typed. */
export function readPath(params: Parameters): { typed: string; path: ApiPath } {
	const typed = trimmed(params.textWithoutPlaceholders('path'));
	const path =
		ApiPath.parse(completePath(typed)) ??
		params.refuseValue(
			'path',
			typed,
			'a path below /api/ without "..", "?" or spaces, such as /api/v1/api-keys/ or public/campaigns/',
		);
	if (!NO_ID.test(typed)) return { typed, path };
	return params.refuseValue('path', typed, 'an ID, not a word for a missing value');
}

/** Whether the form shows the field for the body, which it hides with GET. */
const hasBodyField = (params: Parameters): boolean =>
	params.isExpression('method') || params.option('method') !== 'GET';

type Json = IDataObject | unknown[];

/** The body as JSON, an object or an array; `{}` when it is empty. */
function readJsonBody(params: Parameters): { json: Json; exactText?: string } {
	if (!hasBodyField(params)) return { json: {} };
	return params.jsonTemplate('body', 'a JSON object or array');
}

/**
 * JSON as bytes, since n8n's HTTP client drops an empty array or object, and its types accept only arrays of
 * objects.
 */
const asBytes = (json: Json) =>
	new TypedBytes(Buffer.from(JSON.stringify(json)), 'application/json');

const fieldsOf = (json: IDataObject): Array<[string, string]> =>
	Object.entries(json)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => [name, toQueryValue(value)]);

/** With a character set, since n8n would treat bytes of the bare type as an object of fields. */
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

function urlEncoded(json: IDataObject): TypedBytes {
	return new TypedBytes(Buffer.from(new URLSearchParams(fieldsOf(json)).toString()), FORM);
}

/** The text of the field, JSON or not. */
const rawBody = (params: Parameters, type: string) =>
	new TypedBytes(Buffer.from(params.rawText('body')), type.trim());

/** A form with text fields and a file of the item (RFC 7578). */
export class FileForm {
	constructor(
		private readonly fields: Array<[string, string]>,
		private readonly fileField: string,
		private readonly file: InputFile,
	) {}

	/** The form as Node.js encodes it. */
	async encoded(): Promise<TypedBytes> {
		const { name, contentType } = this.file;
		const form = new FormData();
		for (const [key, value] of this.fields) form.append(key, value);
		form.append(this.fileField, new Blob([await this.file.bytes()], { type: contentType }), name);
		const encoded = new Response(form);
		const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
		return new TypedBytes(Buffer.from(await encoded.arrayBuffer()), type);
	}
}

const textOr = (options: Parameters, name: string, preset: string): string =>
	options.isSet(name) ? options.text(name) : preset;

/**
 * Reads the body of a call: JSON, text, or a form, which may contain a file of the item.
 *
 * @returns `undefined` for an empty object, so that no body is sent, unless Send Empty Body is on
 */
export function readBody(
	params: Parameters,
	file: (field: string) => InputFile,
): Body | FileForm | undefined {
	const options = params.collection('options');
	const type = options.isSet('contentType') ? options.option('contentType') : 'json';
	const isForm = options.isSet('inputBinaryField') || type === 'form-urlencoded';
	const rawType = textOr(options, 'rawContentType', 'text/plain');
	const fileField = textOr(options, 'formFieldName', 'file');
	if (type === 'raw') {
		if (!options.isSet('inputBinaryField') && hasBodyField(params)) return rawBody(params, rawType);
		if (!options.isSet('inputBinaryField')) return undefined;
		options.refuseRequest('Choose either a raw body or Input Data Field Name, not both');
	}
	const { json, exactText } = readJsonBody(params);
	if (exactText !== undefined) {
		if (isForm) params.refuseValue('body', exactText, 'numbers of more than 15 digits in quotes');
		return new TypedBytes(Buffer.from(exactText), 'application/json');
	}
	if (Array.isArray(json)) {
		return isForm ? params.refuseValue('body', json, 'an object of form fields') : asBytes(json);
	}
	if (options.isSet('inputBinaryField')) {
		return new FileForm(fieldsOf(json), fileField, file(options.text('inputBinaryField')));
	}
	if (Object.keys(json).length > 0) return isForm ? urlEncoded(json) : json;
	const isSent = options.isSet('sendEmptyBody') && options.flag('sendEmptyBody');
	return isSent ? asBytes(json) : undefined;
}

/**
 * Refuses a body with GET: a file, or the content of the field, which the form shows if the method is an
 * expression.
 */
export function refuseBody(params: Parameters): never {
	const options = params.collection('options');
	if (options.isSet('inputBinaryField')) {
		const field = options.value('inputBinaryField');
		return options.refuseValue('inputBinaryField', field, 'no file with GET');
	}
	const given = hasBodyField(params) ? params.value('body') : undefined;
	// JSON text is shown without escaped quotes.
	const body = typeof given === 'string' ? (parseJson(given)?.value ?? given) : given;
	return params.refuseValue('body', body, 'no body with GET');
}

/**
 * How many results to return, page by page.
 *
 * @returns `undefined` if pages are not followed, so that the response is output as it is
 */
export function readLimit(params: Parameters): { limit?: number } | undefined {
	const options = params.collection('options');
	const isAll = options.isSet('returnAll') && options.flag('returnAll');
	if (!options.isSet('limit')) return isAll ? {} : undefined;
	if (isAll) options.refuseRequest('Choose either Limit or Return All, not both');
	return { limit: options.integer('limit', 1) };
}

/** Refuses to follow pages if the response cannot be a list. */
export function refusePaging(params: Parameters): never {
	const options = params.collection('options');
	const name = options.isSet('limit') ? 'limit' : 'returnAll';
	const expected = 'only GET and the response format JSON with it';
	return options.refuseValue(name, options.value(name), expected);
}

const FORMATS = ['json', 'text', 'file'] as const;

export function readFormat(params: Parameters): (typeof FORMATS)[number] {
	const options = params.collection('options');
	const chosen = options.isSet('responseFormat') ? options.option('responseFormat') : 'json';
	return FORMATS.find((known) => known === chosen) ?? 'json';
}

/** A response of unknown form as items: an object is one item, a list gives one for each element. */
export function asItems(body: unknown): IDataObject | IDataObject[] {
	return isDataObject(body) ? body : readList(body).elements;
}

/** The same for an accepted write: an empty response becomes an item that says that it succeeded. */
export function asResult(body: unknown): IDataObject | IDataObject[] {
	const items = asItems(body);
	return Object.keys(items).length === 0 ? { success: true } : items;
}

/** The file name from Content-Disposition (RFC 6266), else the last segment of the path. */
function fileName(disposition: string | undefined, path: string): string {
	const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
	const [, quoted, token] =
		/filename=(?:"((?:[^"\\]|\\.)*)"|([^";\s]+))/i.exec(disposition ?? '') ?? [];
	const plain = quoted?.replace(/\\(.)/g, '$1') || token;
	const decoded = encoded === undefined ? undefined : safelyDecoded(encoded);
	const name = decoded ?? plain ?? path.split('/').filter(Boolean).pop() ?? 'file';
	return name.split(/[/\\]/).pop()?.trim() || 'file';
}

function safelyDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** A file of the service as an output item. */
export async function toFile(
	{ body, headers }: Verdict & { ok: true },
	path: string,
	storeFile: SendContext['storeFile'],
): Promise<FileItem> {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	const name = fileName(headers['content-disposition'], path);
	const contentType = headers['content-type']?.split(';')[0]?.trim();
	const file = await storeFile(bytes, name, contentType);
	return new FileItem({ fileName: name, mimeType: file.mimeType, bytes: bytes.length }, file);
}
