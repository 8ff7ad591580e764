import { randomUUID } from 'crypto';
import { TypedBytes } from './exchange';

export interface FormFile {
	field: string;
	name: string;
	contentType: string;
	bytes: Buffer;
}

/** A quoted name, as browsers encode it (RFC 7578, 4.2; WHATWG HTML, form submission). */
const quoted = (name: string) => `"${name.replace(/[\r\n]+/g, ' ').replaceAll('"', '%22')}"`;

/** A form with text fields and a file (RFC 7578). */
export function multipartForm(
	fields: Array<[name: string, value: string]>,
	file: FormFile,
): TypedBytes {
	const boundary = `form-${randomUUID()}`;
	const head = (disposition: string) =>
		`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
	const texts = fields.map(([name, value]) => `${head(`name=${quoted(name)}`)}\r\n${value}\r\n`);
	const fileHead = head(`name=${quoted(file.field)}; filename=${quoted(file.name)}`);
	const type = file.contentType.replace(/[\r\n]+/g, ' ');
	const bytes = Buffer.concat([
		Buffer.from(`${texts.join('')}${fileHead}Content-Type: ${type}\r\n\r\n`),
		file.bytes,
		Buffer.from(`\r\n--${boundary}--\r\n`),
	]);
	return new TypedBytes(bytes, `multipart/form-data; boundary=${boundary}`);
}
