import type { IExecuteFunctions } from 'n8n-workflow';
import { ApiClient } from '../../../nodes/shared/api/client';
import { apiPath } from '../../../nodes/shared/api/path';
import { listen } from '../../../dev/n8n/ports';
import { FORMS } from './pagedForms';
import { serviceOf, TOTAL } from './pagedService';
import { node } from './support';

const { django, frameworks, services } = FORMS;
const all = [...django, ...frameworks, ...services];
const service = serviceOf(all);
let baseUrl = '';

beforeAll(async () => void (baseUrl = await listen(service)));
afterAll(() => service.close());

/** What n8n's context gives to the client, over real HTTP. */
function contextOf(asked: string[], warned: string[]): IExecuteFunctions {
	const httpRequestWithAuthentication = async (_type: string, options: { url: string }) => {
		asked.push(options.url);
		const response = await fetch(options.url);
		const headers = Object.fromEntries(response.headers);
		return { statusCode: response.status, headers, body: await response.text() };
	};
	return {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl, apiKey: 'forms.key', requestsPerMinute: 100_000 }),
		getExecutionCancelSignal: () => undefined,
		logger: { warn: (text: string) => warned.push(text) },
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions;
}

/** Reads a form to its end. */
async function read(form: (typeof all)[number]) {
	const asked: string[] = [];
	const hints: string[] = [];
	const warned: string[] = [];
	const onHint = (text: string) => hints.push(text);
	const place = apiPath`/api/forms/${all.indexOf(form)}/`;
	const api = await ApiClient.connect(contextOf(asked, warned), { onHint });
	const elements = await api.list(place, { key: 'leads' });
	const ids = elements.map(({ id }) => id);
	const isWhole = ids.length === TOTAL;
	const outcome = hints.length > 0 ? 'told' : isWhole ? 'complete' : 'silent';
	// The log has the hints too.
	expect(warned).toEqual(hints.map((text) => `${text} (GET ${place.toString()})`));
	return { ids, hints, asked, outcome };
}

/** Their last pages do not say that they are the last. */
const UNENDED = ['page and nothing else', 'Facebook'];

describe.each(Object.entries(FORMS))('a list that pages as is common: %s', (_group, forms) => {
	it.each(forms.map((form) => [form.name, form] as const))('%s', async (name, form) => {
		const { ids, hints, asked, outcome } = await read(form);

		expect(outcome).toBe(form.outcome);
		expect(ids).toEqual(Array.from({ length: ids.length }, (_id, index) => index + 1));
		expect(hints.every((text) => text.length <= 120)).toBe(true);
		expect(new Set(asked).size).toBe(asked.length);
		const isEndKnown = outcome === 'complete' && !UNENDED.includes(name);
		expect(asked.length).toBeLessThanOrEqual(isEndKnown ? 3 : 4);
		expect(asked.every((url) => new URL(url).origin === baseUrl)).toBe(true);
	});
});
