/** The characters of Windows-1252 from 0x80 to 0x9F. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Releases of Node.js differ in whether their decoder knows these characters. */
function decodeWindows(bytes: Uint8Array): string {
	const text = Buffer.from(bytes).toString('latin1');
	return text.replace(/[\u0080-\u009f]/g, (char) => WINDOWS.charAt(char.charCodeAt(0) - 0x80));
}

/**
 * Text in UTF-8; `undefined` for bytes that may not be UTF-8. A decoder for each response would take longer
 * than everything else here.
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	return text.includes('\ufffd') ? undefined : text.replace(/^\ufeff/, '');
}

/** Decodes bytes that are valid in an encoding; `undefined` for invalid bytes or an unknown encoding. */
function decodeValid(bytes: Uint8Array, encoding: string): string | undefined {
	try {
		const decoder = new TextDecoder(encoding, { fatal: true });
		// The standard also uses this name for ISO-8859-1 and ASCII.
		return decoder.encoding === 'windows-1252' ? decodeWindows(bytes) : decoder.decode(bytes);
	} catch {
		return undefined;
	}
}

const NOT_ASCII = /[\u0080-\ufffc]/;

/**
 * Reads the bytes of a response as text: in the charset of its content type, else as UTF-8. Without one,
 * bytes that are not UTF-8 are Windows-1252, which has a character for every byte: `Zo\xEB` is "Zoë" under
 * `text/csv; charset=iso-8859-1` as well as under `text/csv`. A byte that is invalid in UTF-8 is replaced.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
	const [, charset = 'utf-8'] = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType) ?? [];
	const isUtf8 = /^utf-?8$/i.test(charset);
	const text =
		(isUtf8 ? decodeUtf8(bytes) : decodeValid(bytes, charset)) ?? decodeValid(bytes, 'utf-8');
	if (text !== undefined) return text;
	const repaired = new TextDecoder().decode(bytes);
	return NOT_ASCII.test(repaired) ? repaired : decodeWindows(bytes);
}

/** A header in UTF-8, such as the name of a file: Node.js reads each byte of a header as a character. */
export function decodeHeader(value: string | undefined): string | undefined {
	if (value === undefined || !/[\u0080-\u00ff]/.test(value)) return value;
	return decodeValid(Buffer.from(value, 'latin1'), 'utf-8') ?? value;
}
