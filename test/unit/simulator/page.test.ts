import { fs, path, repositoryRoot } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { call, campaigns, part, useSimulator } from './helpers';

const simulator = useSimulator();

describe('the page', () => {
	it.each([
		['/', 'text/html', '<title>Public Outreach simulator</title>'],
		['/_simulator/bootstrap.min.css', 'text/css', '[data-bs-theme=dark]'],
		['/_simulator/page.css', 'text/css', 'grid-template-columns'],
		['/_simulator/theme.js', 'text/javascript', 'prefers-color-scheme: dark'],
		['/_simulator/page.js', 'text/javascript', 'EventSource'],
	])('is served at %s as %s', async (url, type, words) => {
		const { status, headers, text } = await call(simulator.current, 'GET', url);

		expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
		expect(headers.get('content-security-policy')).toContain("script-src 'self'");
		expect(text).toContain(words);
		expect(simulator.current.requests).toEqual([]);
	});

	it('has no way to turn what it shows into markup or script', () => {
		const folder = path.join(repositoryRoot, 'dev', 'simulator', 'page');
		const files = fs.readdirSync(folder);
		const all = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');

		expect(files).toHaveLength(8);
		expect(all).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
		expect(all).not.toMatch(/<script(?![^>]*src=)|\son\w+=/);
	});
});

describe('the events', () => {
	it('begin with all there is, but no whole key', async () => {
		await call(simulator.current, 'GET', campaigns);
		const first = await (await open()).next();

		expect(first).toMatchObject({
			fresh: true,
			state: { campaigns: { length: 4 }, webhook_url: null },
			requests: [{ method: 'GET', path: campaigns, status: 200 }],
			deliveries: [],
		});
		expect(JSON.stringify(first)).toContain('5f3a9c1e.***');
		expect(JSON.stringify(first)).not.toContain(simulator.current.apiKey);
	});

	it('gather what happens at once, and shorten long bodies', async () => {
		const events = await opened();
		const name = 'x'.repeat(10_000);
		const post = async () => await call(simulator.current, 'POST', campaigns, { name });
		await Promise.all(Array.from({ length: 30 }, post));
		const gathered: unknown[][] = [];
		while (gathered.flat().length < 30) {
			gathered.push(Object.values(part(await events.next(), 'requests')));
		}

		expect(gathered.length).toBeLessThan(30);
		const lengths = gathered.flat().map((row) => String(part(row).body).length);
		expect(lengths).toEqual(Array(30).fill(4000));
	});
});

let stop = new AbortController();
afterEach(() => {
	stop.abort();
	stop = new AbortController();
});

/** One open page, until the end of the test: each `next` resolves with the next event's data. */
async function open() {
	const url = `${simulator.current.url}/_simulator/events`;
	const response = await fetch(url, { signal: stop.signal });
	expect(response.headers.get('content-type')).toBe('text/event-stream');
	const arrived: string[] = [];
	const decoder = new TextDecoder();
	let text = '';
	void response.body
		?.pipeTo(
			new WritableStream<Uint8Array>({
				write: (chunk) => {
					text += decoder.decode(chunk, { stream: true });
					const parts = text.split('\n\n');
					text = parts.pop() ?? '';
					arrived.push(...parts.filter((event) => event.startsWith('data: ')));
				},
			}),
		)
		.catch(() => undefined);
	const next = async (): Promise<unknown> => {
		const event = await until('an event', () => arrived.shift());
		return JSON.parse(event.slice('data: '.length));
	};
	return { next };
}

/** One whose first event, with all there is, has been read. */
async function opened() {
	const events = await open();
	await events.next();
	return events;
}
