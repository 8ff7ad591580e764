import { exampleDelivery } from '../../../dev/exampleDelivery';
import { isFor, post } from './deliveries';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

beforeEach(async () => {
	await setup.publish(first, second, third);
});

const FORWARDED = { 'x-public-outreach-forwarded': '1' };

describe('a forwarded delivery', () => {
	it('has the bytes and the content type that came in, and is marked', async () => {
		const text = ` ${JSON.stringify(exampleDelivery)}\n`;
		const bodies: string[] = [];
		setup.n8n.intercept = async (request, response) => {
			if (!isFor(second)(request)) return false;
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk);
			bodies.push(Buffer.concat(chunks).toString());
			response.end('{}');
			return true;
		};
		await post(setup.simulator.webhookUrl ?? '', text, 'application/vnd.outreach+json');

		expect(bodies).toEqual([text]);
		expect(setup.deliveriesTo(second)[0]?.headers).toMatchObject({
			'content-type': 'application/vnd.outreach+json',
			...FORWARDED,
		});
	});

	it('is not forwarded again, even by a process that knows of others', async () => {
		const url = setup.simulator.webhookUrl ?? '';
		await post(url, exampleDelivery, 'application/json', FORWARDED);

		expect(setup.started).toEqual(['first']);
	});

	it('still needs the secret', async () => {
		const url = setup.n8n.productionUrl(second);
		const { status } = await post(url, exampleDelivery, 'application/json', FORWARDED);

		expect(status).toBe(401);
		expect(setup.started).toEqual([]);
	});

	it('carries neither the API key nor the secret of another', async () => {
		await setup.simulator.sendMessage();
		const [, secretOfKey = ''] = setup.simulator.apiKey.split('.');
		const { search } = new URL(setup.simulator.webhookUrl ?? '');

		for (const { url, headers } of [...setup.deliveriesTo(second), ...setup.deliveriesTo(third)]) {
			expect(url).not.toContain(search);
			expect(JSON.stringify(headers)).not.toContain(secretOfKey);
		}
	});
});
