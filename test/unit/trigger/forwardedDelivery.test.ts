import type { http } from '../../../dev/platform';
import { exampleDelivery } from '../../../dev/exampleDelivery';
import { first, second, third, useSetup } from './support';
import type { TriggerNode } from './triggerNode';

const setup = useSetup([first, second, third]);

beforeEach(async () => {
	await setup.publish(first, second, third);
});

const isFor = ({ node }: TriggerNode, url = '') => url.includes(`/${node.webhookId}/`);

function requestsFor(trigger: TriggerNode): http.IncomingMessage[] {
	const isDelivery = ({ url, headers }: http.IncomingMessage) =>
		isFor(trigger, url) && !('x-public-outreach-proof' in headers);
	return setup.n8n.requests.filter(isDelivery);
}

describe('a forwarded delivery', () => {
	it('has the bytes and the content type that came in, and is marked', async () => {
		const text = ` ${JSON.stringify(exampleDelivery)}\n`;
		const bodies: string[] = [];
		setup.n8n.intercept = async (request) => {
			if (!isFor(second, request.url)) return false;
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk);
			bodies.push(Buffer.concat(chunks).toString());
			return false;
		};
		await fetch(setup.simulator.webhookUrl ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/vnd.outreach+json' },
			body: text,
		});

		expect(bodies).toEqual([text]);
		expect(requestsFor(second)[0]?.headers).toMatchObject({
			'content-type': 'application/vnd.outreach+json',
			'x-public-outreach-forwarded': '1',
		});
	});

	it('is not forwarded again, even by a process that knows of others', async () => {
		const url = setup.simulator.webhookUrl ?? '';
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-public-outreach-forwarded': '1' },
			body: JSON.stringify(exampleDelivery),
		});

		expect(setup.started).toEqual(['first']);
	});

	it('still needs the secret', async () => {
		const response = await fetch(setup.n8n.productionUrl(second), {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-public-outreach-forwarded': '1' },
			body: JSON.stringify(exampleDelivery),
		});

		expect(response.status).toBe(401);
		expect(setup.started).toEqual([]);
	});

	it('carries neither the API key nor the secret of another', async () => {
		await setup.simulator.sendMessage();
		const [, secretOfKey = ''] = setup.simulator.apiKey.split('.');
		const { search } = new URL(setup.simulator.webhookUrl ?? '');

		for (const { url, headers } of [...requestsFor(second), ...requestsFor(third)]) {
			expect(url).not.toContain(search);
			expect(JSON.stringify(headers)).not.toContain(secretOfKey);
		}
	});
});
