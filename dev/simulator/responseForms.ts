import type { SentResponse } from './response';

/**
 * What becomes of a successful response that is one object. Some bodies are not shown
 * (reference, Endpoints), so each of these may be met.
 *
 * | form | `{ success: true, campaign: {…} }` becomes |
 * |---|---|
 * | `documented` | itself |
 * | `bare` | the campaign alone |
 * | `data` | `{ data: {…} }` |
 * | `empty`, `null`, `text`, `list`, `emptyList` | nothing, `null`, `ok`, `[{…}]`, `[]`; only after a write |
 * | `textHtml` | `OK` as `text/html`, Django's default content type; only after a write |
 */
export const responseForms = [
	'documented',
	'bare',
	'data',
	'empty',
	'null',
	'text',
	'list',
	'emptyList',
	'textHtml',
] as const;

export type ResponseForm = (typeof responseForms)[number];

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The one object that an envelope is around; a response without one is its own content. */
function contentOf(body: object): object {
	const objects = Object.values(body).filter(isObject);
	return objects[0] ?? body;
}

/** The response in another form than the documented one; a list stays as it is. */
export function inForm(response: SentResponse, form: ResponseForm, method: string): SentResponse {
	const { body } = response;
	const isPage = isObject(body) && Object.values(body).some(Array.isArray);
	if (response.status >= 300 || !isObject(body) || (isPage && method === 'GET')) return response;
	const content = contentOf(body);
	const forms: Record<ResponseForm, Partial<SentResponse>> = {
		documented: {},
		bare: { body: content },
		data: { body: { data: content } },
		empty: { body: undefined },
		null: { body: 'null', contentType: 'application/json' },
		text: { body: 'ok' },
		textHtml: { body: 'OK', contentType: 'text/html; charset=utf-8' },
		list: { body: [content] },
		emptyList: { body: [] },
	};
	if (method === 'GET' && form !== 'bare' && form !== 'data') return response;
	return { ...response, ...forms[form] };
}
