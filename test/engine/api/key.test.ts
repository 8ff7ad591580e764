import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../dev/simulator';
import { process, util } from '../../../dev/platform';
import type { EngineResult, EngineRun } from '../../support/engine';
import { responseTimeout } from './instantClock';
import { credentials, items, LIST, READ, run, service, WRITE } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./instantClock'));

/** Characters that JSON, URLs and HTML encode differently, as in base64 keys. */
const KEY = ['5f3a9c1e', 'q/8Zk+Wd5Tn/x=='].join('.');
const SECRET = 'q/8Zk+Wd5Tn/x==';

/** All output of the process while the test ran. */
const written: string[] = [];

beforeEach(() => {
	written.length = 0;
	service.current.configure({ apiKeys: [KEY] });
	// As outside of Jest: where the console has no stream, n8n's logger keeps a console.log of its own.
	Object.assign(console, { _stdout: process.stdout });
	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((text) => {
			written.push(String(text));
			return true;
		});
	}
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation((...all) => {
			written.push(util.format(...all));
		});
	}
});
afterEach(() => jest.restoreAllMocks());

/** Every text within a value, recursively, with non-enumerable properties, causes and map keys. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	const inner =
		value instanceof Map ? [...value.entries()] : value instanceof Set ? [...value] : [];
	const names = Reflect.ownKeys(value);
	const own = names.map((name) => Reflect.get(value, name));
	return [...names.map(String), ...[...inner, ...own].flatMap((part) => textsIn(part, seen))];
}

/** All results and visible output of a run. */
function tracesOf({ error, run: whole, messages, hints }: EngineResult): string {
	const results = [whole, error ?? null, messages, hints];
	const shown = util.inspect(results, { depth: 20, showHidden: true });
	return [...textsIn(results), ...written, JSON.stringify(results), shown].join('\n');
}

const runWithKey = async (parameters: INodeParameters, options: Partial<EngineRun> = {}) =>
	await run(parameters, { credentials: credentials({ apiKey: KEY }), ...options });

const CALL = {
	resource: 'apiEndpoint',
	operation: 'call',
	method: 'GET',
	path: '/api/v1/public/chats',
	query: '{}',
	body: '{}',
};

const ECHO = `The key ${KEY} (secret ${SECRET}, in a URL ${encodeURIComponent(KEY)})`;
const PHP = JSON.stringify({ error: ECHO }).replaceAll('/', '\\/');
const HTML = `<!doctype html><title>${ECHO}</title>`;
const elsewhere = `https://elsewhere.invalid/?key=${encodeURIComponent(KEY)}`;

const CASES: Array<[string, Fault]> = [
	['a response that repeats it', { status: 200, body: { id: 1, name: ECHO, [KEY]: 1 } }],
	['an error that repeats it', { status: 400, body: { error: ECHO, key: [KEY] } }],
	['an error that repeats it with slashes escaped', { status: 400, body: PHP }],
	['success false that repeats it', { status: 200, body: { success: false, error: ECHO } }],
	['a page that repeats it', { status: 502, body: HTML, contentType: 'text/html', times: 9 }],
	['what is no JSON and repeats it', { status: 200, body: ECHO }],
	['a redirect that repeats it', { status: 302, headers: { location: elsewhere } }],
	['a list that goes on with it', { status: 200, body: { campaigns: [], next: elsewhere } }],
	['another form that repeats it', { status: 200, body: [ECHO] }],
	['a reset', { kind: 'reset', times: 9 }],
	['a lost response', { kind: 'halfClosed', times: 9 }],
	['a timeout', { kind: 'hang', times: 9 }],
	['an empty response', { kind: 'empty' }],
	['401', { status: 401 }],
	['429 without an end', { status: 429, times: 10_000 }],
];

describe('the key is in no error, log line, item, hint or message', () => {
	describe.each<[string, INodeParameters]>([
		['a read', READ],
		['a write', WRITE],
		['a list', LIST],
		['any call', CALL],
	])('of %s', (_what, parameters) => {
		it.each(CASES)('after %s', async (_case, fault) => {
			if ('kind' in fault && fault.kind === 'hang') responseTimeout.ms = 300;
			service.current.plan(fault);
			const traces = tracesOf(await runWithKey(parameters));

			expect(traces).not.toContain(SECRET);
			expect(traces).not.toContain(encodeURIComponent(SECRET));
			expect(traces).not.toContain(SECRET.replaceAll('/', '\\/'));
		});
	});

	it('whether the node stops or continues on a failure', async () => {
		service.current.plan({ status: 400, body: { error: ECHO }, times: 9 });
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			expect(tracesOf(await runWithKey(READ, { onError, items: items(2) }))).not.toContain(SECRET);
		}
	});

	it.each([
		['nothing responds', { baseUrl: 'http://127.0.0.1:1' }],
		['nothing has that name', { baseUrl: 'https://no-such-host.invalid' }],
		['it stands for the base URL', { baseUrl: KEY }],
		['it is only half of one', { apiKey: SECRET }],
		['the base URL cannot be used', { apiKey: `${KEY} `, baseUrl: 'ftp://x' }],
	])('when %s', async (_what, changes) => {
		const options = { credentials: credentials({ apiKey: KEY, ...changes }) };

		expect(tracesOf(await runWithKey(WRITE, options))).not.toContain(SECRET);
	});

	it('when a user gives it for a path', async () => {
		const apiKey = ['5f3a9c1e', 'plain-enough-for-a-path'].join('.');
		service.current.configure({ apiKeys: [apiKey] });
		service.current.plan({ status: 404, body: { detail: 'Not found.' } });
		const options = { credentials: credentials({ apiKey }) };
		const { error } = await run({ ...CALL, path: `/api/v1/${apiKey}/` }, options);

		expect(error?.description).toContain('/api/v1/5f3a9c1e.***/');
		expect([error?.message, error?.description].join()).not.toContain('plain-enough');
	});
});

describe('the search itself', () => {
	it('finds the key wherever it is', async () => {
		const error = new Error('outer', { cause: new Error(`inner ${KEY}`) });
		const value = { deep: [KEY] };
		const hidden = Object.defineProperty({}, 'secret', { value, enumerable: false });

		expect(textsIn(error).join()).toContain(SECRET);
		expect(textsIn(hidden).join()).toContain(SECRET);
		expect(textsIn(new Map([[KEY, 1]])).join()).toContain(SECRET);
		process.stdout.write(`logged ${KEY}`);
		expect(written.join()).toContain(SECRET);
	});

	it('looks at runs in which the key was used', async () => {
		service.current.plan({ status: 400, body: { error: ECHO } });
		const { error } = await runWithKey(READ);

		expect(service.current.requests[0]?.key).toBe('5f3a9c1e');
		expect(error?.message).toContain('The key 5f3a9c1e.*** (secret ***');
		expect(written.join('')).toContain('The key 5f3a9c1e.***');
	});
});
