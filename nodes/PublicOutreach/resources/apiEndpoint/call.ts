import type { IHttpRequestMethods } from 'n8n-workflow';
import {
	asItems,
	asResult,
	callFields,
	callOptions,
	METHODS,
	readBody,
	readExtent,
	toFile,
} from './request';
import { ApiPath } from '../../../shared/api/path';
import { parseJson } from '../../../shared/api/responses/json';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { toQuery } from '../../../shared/parameters/values';

/** Areas that it names without their methods and paths. */
export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any other API endpoint',
	description: 'Send a request to an endpoint that has no operation of its own',
	request: '{method} /api/{path}',
	source: 'reference, Other operations',
	effect: 'write',
	isRead: (params) => params.option('method') === 'GET',
	properties: callFields,
	options: callOptions,
	output: anyObject,
	async execute({ api, params, files }) {
		const wanted = params.option('method');
		const method: IHttpRequestMethods = METHODS.find((known) => known === wanted) ?? 'GET';
		const given = params.textWithoutPlaceholders('path').trim();
		const path =
			ApiPath.parse(given) ??
			params.refuseValue(
				'path',
				given,
				'a path below /api/ without "..", "?" or spaces, such as /api/v1/api-keys/',
			);
		const query = toQuery(params.json('query'));
		const options = params.collection('options');
		const chosen = options.has('responseFormat') ? options.option('responseFormat') : 'json';
		const format = FORMATS.find((known) => known === chosen) ?? 'json';
		const paging = readExtent(params);
		const body = await readBody(params, files);
		if (body && method === 'GET')
			params.refuseValue('body', asObject(params.value('body')), 'no body with GET');
		if (paging && (method !== 'GET' || format !== 'json')) {
			const name = options.has('limit') ? 'limit' : 'returnAll';
			const given = options.value(name);
			options.refuseValue(name, given, 'only GET and the response format JSON with it');
		}
		if (paging) return await api.list(path, { query, ...paging });
		const answer = await api.fullResponse(method, path, {
			query,
			body,
			// Nobody knows whether it is answered with a body.
			format: format === 'json' ? 'any' : format,
		});
		if (format === 'file') return await toFile(answer, given, files);
		if (format === 'text') return { data: String(answer.body) };
		return method === 'GET' ? asItems(answer.body) : asResult(answer.body);
	},
});

/** JSON that is given as text is shown without escaped quotes. */
const asObject = (value: unknown) => (typeof value === 'string' ? parseJson(value)?.value : value);

const FORMATS = ['json', 'text', 'file'] as const;
