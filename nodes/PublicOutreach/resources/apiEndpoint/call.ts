import type { IHttpRequestMethods } from 'n8n-workflow';
import {
	asItems,
	asResult,
	callFields,
	callOptions,
	FileForm,
	METHODS,
	readBody,
	readFormat,
	readLimit,
	readPath,
	refuseBody,
	refusePaging,
	toFile,
} from './request';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { toQuery } from '../../../shared/parameters/values';

/** Calls endpoints that the reference names without method and path. */
export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any other API endpoint',
	description: 'Send a request to an endpoint that has no operation of its own',
	request: '{method} /api/{path}',
	source: 'reference, Other operations',
	effect: 'write',
	words: {
		nouns: ['request', 'requests'],
		done: 'sent',
		again: 'sends {them} again',
	},
	properties: callFields,
	options: callOptions,
	output: anyObject,
	parse(params, file) {
		const wanted = params.option('method');
		const method: IHttpRequestMethods = METHODS.find((known) => known === wanted) ?? 'GET';
		const { typed, path } = readPath(params);
		const query = toQuery(params.json('query'));
		const format = readFormat(params);
		const paging = readLimit(params);
		const body = readBody(params, file);
		if (body && method === 'GET') refuseBody(params);
		if (paging && (method !== 'GET' || format !== 'json')) refusePaging(params);
		return { method, typed, path, query, format, paging, body };
	},
	isRead({ method }) {
		return method === 'GET';
	},
	async send({ method, typed, path, query, format, paging, body }, { api, storeFile }) {
		if (paging) return await api.list(path, { query, ...paging });
		const response = await api.fullResponse(method, path, {
			query,
			body: body instanceof FileForm ? await body.encoded() : body,
			// It is not known whether the response has a body.
			format: format === 'json' ? 'any' : format,
		});
		if (format === 'file') return await toFile(response, typed, storeFile);
		if (format === 'text') return { data: String(response.body) };
		return method === 'GET' ? asItems(response.body) : asResult(response.body);
	},
});
