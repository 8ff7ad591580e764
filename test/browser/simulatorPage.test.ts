import type { Page } from 'playwright-core';
import { openBrowser } from '../../dev/browser/browser';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { startReceiver, type Receiver } from '../unit/simulator/helpers';

let browser: Awaited<ReturnType<typeof openBrowser>>;
let simulator: Simulator;
let receiver: Receiver;
let page: Page;

beforeAll(async () => {
	browser = await openBrowser();
	simulator = await startSimulator();
	receiver = await startReceiver();
	page = await browser.newPage();
	await page.goto(simulator.url);
});
afterAll(async () => {
	await browser.close();
	await receiver.close();
	await simulator.close();
});

async function call(method: string, path: string, body?: unknown): Promise<void> {
	await fetch(`${simulator.url}${path}`, {
		method,
		headers: { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
}

describe("the simulator's page", () => {
	it('shows each campaign with its status', async () => {
		const campaigns = page.getByRole('list', { name: 'Campaigns' });
		for (const { name, status } of simulator.state.campaigns) {
			const row = campaigns.getByRole('listitem').filter({ hasText: name });
			await row.getByText(status).waitFor();
		}
	});

	it('shows requests as they happen, refused ones too', async () => {
		await call('GET', '/api/v1/public/campaigns/');
		await fetch(`${simulator.url}/api/v1/public/lead-lists/`);

		const requests = page.getByRole('log', { name: 'Requests' });
		await requests.getByText('/api/v1/public/campaigns/').waitFor();
		await requests.getByText('/api/v1/public/lead-lists/').waitFor();
		await requests.getByText('401').waitFor();
	});

	it('shows the URL in the webhook slot as soon as it is registered', async () => {
		await call('PUT', '/api/v1/user/webhook/', { webhook_url: receiver.url });

		await page.getByText(receiver.url).first().waitFor();
	});

	it('writes as a lead with one click, and shows what the receiver answered', async () => {
		await page.getByRole('button', { name: 'Send message' }).click();

		const deliveries = page.getByRole('log', { name: 'Deliveries' });
		await deliveries.getByText('200').first().waitFor();
		expect(receiver.received).toHaveLength(1);
	});

	it('starts over with one click', async () => {
		await page.getByRole('button', { name: 'Start over' }).click();

		await page.getByText('None yet. Run an operation in n8n').waitFor();
		expect(simulator.webhookUrl).toBeNull();
	});
});
