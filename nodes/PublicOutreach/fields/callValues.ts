import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../shared/api/responses/json';
import type { Verdict } from '../../shared/api/errors/problem';
import { TypedBytes, type Body } from '../../shared/api/http/exchange';
import { multipartForm } from '../../shared/api/http/multipart';
import { FileItem, type Files } from '../../shared/operations/files';
import type { Parameters } from '../../shared/operations/parameters';
import { isBlank, toQueryValue } from '../../shared/operations/values';

type Json = IDataObject | unknown[];

/** The body as JSON, an object or an array; `{}` when it is empty. */
function readJson(params: Parameters): Json {
	const value = params.value('body');
	if (isBlank(value) && params.isExpression('body')) {
		params.refuseValue('body', value, 'a JSON object or array');
	}
	const parsed = typeof value === 'string' ? parseJson(value)?.value : value;
	return Array.isArray(parsed) ? parsed : params.json('body');
}

/** n8n's HTTP client drops an empty array, and its types accept only arrays of objects. */
function jsonBody(json: Json): Body {
	if (!Array.isArray(json)) return json;
	return new TypedBytes(Buffer.from(JSON.stringify(json)), 'application/json');
}

/**
 * Reads the body of a call: JSON, or a form when a file of the item is to be sent.
 *
 * @returns `undefined` for an empty object, so that no body is sent
 */
export async function readBody(params: Parameters, files: Files): Promise<Body | undefined> {
	const json = readJson(params);
	const options = params.collection('options');
	const field = options.has('formFieldName') ? options.text('formFieldName') : 'file';
	if (!options.has('inputBinaryField')) {
		const isNone = !Array.isArray(json) && Object.keys(json).length === 0;
		return isNone ? undefined : jsonBody(json);
	}
	if (Array.isArray(json))
		params.refuseValue('body', json, 'an object of form fields beside a file');
	const file = await files.read(options.text('inputBinaryField'));
	const fields = Object.entries(json).map(([name, value]): [string, string] => [
		name,
		toQueryValue(value),
	]);
	return multipartForm(fields, { field, ...file });
}

/** The file name from Content-Disposition (RFC 6266), else the last segment of the path. */
function fileName(disposition: string | undefined, path: string): string {
	const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
	const plain = /filename="?([^";]+)/i.exec(disposition ?? '')?.[1];
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
	files: Files,
): Promise<FileItem> {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	const name = fileName(headers['content-disposition'], path);
	const contentType = headers['content-type']?.split(';')[0]?.trim();
	const file = await files.store(bytes, name, contentType);
	return new FileItem({ fileName: name, mimeType: file.mimeType, bytes: bytes.length }, file);
}
