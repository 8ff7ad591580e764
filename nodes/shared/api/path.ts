/**
 * Parts that make a path lead elsewhere, or carry more than a path: dot segments in any encoding,
 * backslashes, queries, and characters that URL parsers strip silently (white space and control characters), or that cannot be seen.
 */
const UNSAFE =
	/(^|\/)\.{1,2}(\/|$)|%(2e|2f|5c|(?![0-9a-f]{2}))|[\\?#\s\p{Cc}\p{Default_Ignorable_Code_Point}]/iu;

/** A path below the service's origin; no value in it can change where it leads. */
export class ApiPath {
	private constructor(private readonly path: string) {}

	/**
	 * Builds a path from a template; every value becomes one encoded segment.
	 *
	 * @throws RangeError when a value is empty or a dot segment, which URLs resolve away
	 */
	static of(template: TemplateStringsArray, ...segments: Array<string | number>): ApiPath {
		const encoded = segments.map((segment) => {
			const text = String(segment);
			if (['', '.', '..'].includes(text)) {
				throw new RangeError(`"${text}" cannot stand as a segment of a path`);
			}
			return encodeURIComponent(text);
		});
		return new ApiPath(String.raw({ raw: template }, ...encoded));
	}

	/**
	 * Accepts a path that a user typed.
	 *
	 * @param text a path such as `/api/v1/api-keys/`, without query and fragment
	 * @returns the path, percent-encoded, or `undefined` unless it is below `/api/`
	 */
	static parse(text: string): ApiPath | undefined {
		const segments = text.split('/').slice(1, -1);
		const leads = text.startsWith('/api/') && !segments.includes('') && !UNSAFE.test(text);
		return leads ? new ApiPath(new URL(`https://service.invalid${text}`).pathname) : undefined;
	}

	toString(): string {
		return this.path;
	}
}

/** Template tag for {@link ApiPath.of}: `` apiPath`/api/v1/public/campaigns/${id}/` ``. */
export const apiPath = ApiPath.of;
