import { importExample } from './importExample';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

describe('daily digest of campaign analytics', () => {
	it('writes one line for each active campaign, from one request', async () => {
		const { id } = await importExample(stage, 'daily-analytics-digest.json');
		const execution = await stage.client.run(id, 'Every Morning');

		expect(execution.error()?.message).toBeUndefined();
		expect(stage.simulator.requests.map(({ path }) => path)).toEqual([
			'/api/v1/dashboard/campaign-analytics/',
		]);
		const [digest] = execution.items('Write the Digest');
		const lines = String(digest?.json.text).split('\n');
		const active = stage.simulator.state.campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(lines).toHaveLength(active.length);
		for (const [place, { name }] of active.entries()) {
			expect(lines[place]).toMatch(new RegExp(`^${name}: .*replies \\d+`));
		}
	});
});

describe('keep sending windows in step with holidays', () => {
	it('closes the weekday that is a holiday in the coming week, in every active campaign', async () => {
		const workflow = await importExample(stage, 'holiday-sending-window.json');
		const { day, weekday } = nextWorkday();
		const table = workflow.nodes.find(({ name }) => name === 'Hours and Holidays');
		const plan = {
			changeForReal: true,
			workdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
			start: '08:00',
			end: '16:30',
			holidays: [day],
		};
		if (table) table.parameters = { ...table.parameters, jsonOutput: JSON.stringify(plan) };
		await stage.client.updateWorkflow(workflow.id, workflow);

		const execution = await stage.client.run(workflow.id, 'Every Night');

		expect(execution.error()?.message).toBeUndefined();
		const [first, ...rest] = stage.simulator.state.campaigns.map(({ sending_window }) => ({
			...sending_window,
		}));
		expect(first).toMatchObject({
			[weekday]: { enabled: false },
			saturday: { enabled: false, start: '08:00', end: '16:30' },
		});
		const open = Object.values(first ?? {}).filter(({ enabled }) => enabled);
		expect(open).toHaveLength(4);
		expect(rest.at(-1)).not.toEqual(first);
	});

	it('as imported, only shows the present windows beside the new ones', async () => {
		const workflow = await importExample(stage, 'holiday-sending-window.json');
		const before = stage.simulator.state.campaigns.map(({ sending_window }) => sending_window);

		const execution = await stage.client.run(workflow.id, 'Every Night');

		const active = stage.simulator.state.campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(execution.items('Would Set').map(({ json }) => json)).toEqual(
			active.map(({ name, sending_window }) => ({
				result: `Would replace the sending window of ${name}`,
				current_window: sending_window,
				new_window: expect.objectContaining({
					monday: { enabled: expect.any(Boolean), start: '09:00', end: '17:00' },
					sunday: { enabled: false, start: '09:00', end: '17:00' },
				}),
			})),
		);
		expect(stage.simulator.state.campaigns.map((one) => one.sending_window)).toEqual(before);
		expect(stage.simulator.requests.map(({ method }) => method)).not.toContain('PATCH');
	});

	/** In the time zone that n8n runs workflows in here. */
	function nextWorkday(): { day: string; weekday: string } {
		for (let days = 1; days < 8; days += 1) {
			const date = new Date(Date.now() + days * 86_400_000);
			const format = new Intl.DateTimeFormat('en', {
				weekday: 'long',
				timeZone: 'America/New_York',
			});
			const weekday = format.format(date).toLowerCase();
			const day = date.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
			if (!['saturday', 'sunday'].includes(weekday)) return { day, weekday };
		}
		throw new Error('A week without a workday');
	}
});
