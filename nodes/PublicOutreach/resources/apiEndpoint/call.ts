import type { IHttpRequestMethods } from 'n8n-workflow';
import { parseJson } from '../../../shared/api/responses/json';
import { asItems } from '../../../shared/api/responses/list';
import { ApiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { callFields, METHODS } from '../../fields/callFields';
import { readBody, toFile } from '../../fields/callValues';

/** Areas that it names without their methods and paths. */
export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any other API endpoint',
	description: 'Send a request to a path that has no operation of its own',
	request: '{method} /api/{path}',
	source: 'reference, Other operations',
	effect: 'write',
	properties: callFields,
	output: anyObject,
	async execute({ api, params, files }) {
		const wanted = params.option('method');
		const method: IHttpRequestMethods = METHODS.find((known) => known === wanted) ?? 'GET';
		const given = params.text('path').trim();
		const path =
			ApiPath.parse(given) ??
			params.refuseValue(
				'path',
				given,
				'a path below /api/ without "..", "?" or spaces, such as /api/v1/api-keys/',
			);
		const query = params.query('query');
		const options = params.collection('options');
		const chosen = options.has('responseFormat') ? options.option('responseFormat') : 'json';
		const format = FORMATS.find((known) => known === chosen) ?? 'json';
		const all = options.has('returnAll') && options.flag('returnAll');
		const body = await readBody(params, files);
		if (body && method === 'GET')
			params.refuseValue('body', asObject(params.value('body')), 'no body with GET');
		if (all && (method !== 'GET' || format !== 'json')) {
			options.refuseValue('returnAll', all, 'only GET and the response format JSON with it');
		}
		if (all) return await api.list(path, { query });
		const answer = await api.fullResponse(method, path, {
			query,
			body,
			format,
			emptyAllowed: true,
		});
		if (format === 'file') return await toFile(answer, given, files);
		return format === 'text' ? { data: String(answer.body) } : asItems(answer.body);
	},
});

/** JSON that is given as text is shown without escaped quotes. */
const asObject = (value: unknown) => (typeof value === 'string' ? parseJson(value)?.value : value);

const FORMATS = ['json', 'text', 'file'] as const;
