import type { BrowserContext, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../dev/browser/browser';
import { startSimulator, type Simulator } from '../../dev/simulator';
import { call, startReceiver, type Receiver } from '../unit/simulator/helpers';

/** In the simulator a lead of the first campaign, with whom there is a conversation. */
const IMOGEN = '5003';

let browser: Awaited<ReturnType<typeof openBrowser>>;
let context: BrowserContext;
let simulator: Simulator;
let receiver: Receiver;
let page: Page;
let deliveries: Locator;
let conversation: Locator;

beforeAll(async () => {
	browser = await openBrowser();
	simulator = await startSimulator();
	receiver = await startReceiver();
	context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
	page = await context.newPage();
	await page.goto(simulator.url);
	deliveries = page.getByRole('log', { name: 'Deliveries' });
	conversation = page.getByRole('log', { name: 'Conversation' });
});
afterAll(async () => {
	await browser.close();
	await receiver.close();
	await simulator.close();
});

const send = async () => await page.getByRole('button', { name: 'Send message' }).click();

describe("the simulator's page", () => {
	it.each([
		['API key', () => simulator.apiKey],
		['base URL', () => simulator.url],
	])('shows the %s, to be copied with one click', async (name, expected) => {
		await page.getByText(expected(), { exact: true }).waitFor();
		await page.getByRole('button', { name: `Copy ${name}` }).click();

		await page.getByText('Copied').first().waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(expected());
	});

	it('shows each campaign with its status, and its leads', async () => {
		const campaigns = page.getByRole('list', { name: 'Campaigns' });
		for (const { name, status } of simulator.state.campaigns) {
			const row = campaigns.getByRole('listitem').filter({ hasText: name });
			await row.getByText(status).waitFor();
		}
		await campaigns.getByText('5 leads').click();

		await campaigns.getByText(`ID ${IMOGEN}`).waitFor();
	});

	it('shows each lead list, and its leads with their campaigns', async () => {
		const lists = page.getByRole('list', { name: 'Lead lists' });
		for (const { name } of simulator.state.leadLists) await lists.getByText(name).waitFor();
		await lists.getByText('5 leads').first().click();

		const lead = lists.getByRole('listitem').filter({ hasText: `ID ${IMOGEN}` });
		await lead.getByText('Benelux Logistics: Spring Outreach').last().waitFor();
	});

	it('shows requests as they happen, refused ones too', async () => {
		await call(simulator, 'GET', '/api/v1/public/campaigns/');
		await fetch(`${simulator.url}/api/v1/public/lead-lists/`);

		const requests = page.getByRole('log', { name: 'Requests' });
		await requests.getByText('/api/v1/public/campaigns/').waitFor();
		await requests.getByText('/api/v1/public/lead-lists/').waitFor();
		await requests.getByText('401').waitFor();
	});

	it('shows the URL in the webhook slot as soon as it is registered', async () => {
		await call(simulator, 'PUT', '/api/v1/user/webhook/', { webhook_url: receiver.url });

		await page.getByText(receiver.url).first().waitFor();
	});

	it("shows the chosen lead's campaign, both IDs and conversation", async () => {
		await page.getByLabel('Lead', { exact: true }).selectOption(IMOGEN);

		await page.getByText(`Benelux Logistics: Spring Outreach · prospect ID ${IMOGEN}`).waitFor();
		await page.getByText('lead ID 8003').waitFor();
		await conversation.getByText('We decide on planning tools in May').waitFor();
	});

	it('writes as a lead with one click, and shows how the receiver responded', async () => {
		await page.getByLabel('Message').fill('Is the summary coming?');
		await send();

		await deliveries.getByText('200').first().waitFor();
		expect(receiver.received).toHaveLength(1);
		await conversation.getByText('Is the summary coming?').waitFor();
	});

	it("adds the node's reply to the chat", async () => {
		const message = 'Here it is.';
		await call(simulator, 'POST', `/api/v1/public/chats/${IMOGEN}/send-message/`, { message });

		const reply = conversation.getByRole('listitem').filter({ hasText: message });
		await reply.getByText('Your account').waitFor();
	});

	it.each([
		['emitted', {}, 'started'],
		['emitted', { forwarded: 2 }, '3 workflows'],
		['duplicate', { forwarded: 2 }, 'duplicate'],
		['filtered', {}, 'filtered'],
		['filtered', { forwarded: 1 }, 'filtered, 1 other workflow'],
	])('marks a delivery with the response "%s" and %j as %s', async (status, others, shown) => {
		receiver.response = JSON.stringify({ status, ...others });
		await send();

		await deliveries.locator('.entry').first().getByText(shown, { exact: true }).waitFor();
		await page.getByText(`Delivered, response 200 (${shown}).`).waitFor();
	});

	it('folds all but the newest messages of a long conversation', async () => {
		await conversation.getByText(/^\d earlier messages$/).click();

		await conversation.getByText('Shall I send you the two-page summary?').waitFor();
	});

	it.each([1280, 800])(
		'never scrolls as a whole at a width of %d, only its columns',
		async (width) => {
			const usual = page.viewportSize();
			await page.setViewportSize({ width, height: 700 });
			for (let list = 0; list < 120; list += 1) {
				const name = `Follow-up ${width} ${list}`;
				await call(simulator, 'POST', '/api/v1/public/lead-lists/', {
					name,
					search_type: 'PEOPLE',
				});
			}
			await page.getByText(`Follow-up ${width} 119`).waitFor({ state: 'attached' });

			const scrolling = await page.evaluate(`[...document.querySelectorAll('*')]
			.filter((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto')
			.map((one) => Boolean(one.parentElement.closest('.scrolls, .logs > section')))`);
			expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(700);
			expect(scrolling).not.toHaveLength(0);
			expect(scrolling).not.toContain(true);
			if (usual) await page.setViewportSize(usual);
		},
	);

	it('does not start over when that is not confirmed', async () => {
		await page.getByRole('button', { name: 'Start over' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('button', { name: 'Start over' }).click();
		await page.keyboard.press('Escape');

		await page.getByRole('dialog').waitFor({ state: 'hidden' });
		expect(simulator.deliveries.length).toBeGreaterThan(0);
	});

	it('starts over once that is confirmed, and keeps the webhook', async () => {
		await page.getByRole('button', { name: 'Start over' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();

		await page.getByText('None yet. Run an operation in n8n').waitFor();
		expect(simulator.deliveries).toHaveLength(0);
		expect(simulator.webhookUrl).toBe(receiver.url);
		await page.getByText(receiver.url).first().waitFor();
	});
});
