import { until } from '../../dev/until';
import { node, useExamples } from './exampleStage';

const examples = useExamples();

describe('daily digest of campaign analytics', () => {
	it('writes one line for each active campaign, from one request', async () => {
		const execution = await examples.run('daily-analytics-digest.json', {}, 'Every Morning');

		expect(execution.error()?.message).toBeUndefined();
		expect(examples.wires()).toEqual(['GET /api/v1/dashboard/campaign-analytics/']);
		const [digest] = execution.items('Write the Digest');
		const { campaigns } = examples.simulator.state;
		const active = campaigns.filter(({ status }) => status === 'ACTIVE');
		expect(String(digest?.json.text).split('\n')).toEqual(
			active.map(({ name }) => expect.stringMatching(new RegExp(`^${name}: .*replies \\d+`))),
		);
	});
});

describe('keep sending windows in step with holidays', () => {
	const FILE = 'holiday-sending-window.json';
	const windows = () =>
		examples.simulator.state.campaigns.map(({ sending_window }) => ({ ...sending_window }));

	it('closes the weekday that is a holiday in the coming week, in every active campaign', async () => {
		const { day, weekday } = nextWorkday();
		const plan = {
			changeForReal: true,
			workdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
			start: '08:00',
			end: '16:30',
			holidays: [day],
		};
		const change = (workflow: Parameters<typeof node>[0]) => {
			node(workflow, 'Hours and Holidays').parameters.jsonOutput = JSON.stringify(plan);
		};
		const execution = await examples.run(FILE, { change }, 'Every Night');

		expect(execution.error()?.message).toBeUndefined();
		const [first, ...rest] = windows();
		expect(first).toMatchObject({
			[weekday]: { enabled: false },
			saturday: { enabled: false, start: '08:00', end: '16:30' },
		});
		expect(Object.values(first ?? {}).filter(({ enabled }) => enabled)).toHaveLength(4);
		expect(rest.at(-1)).not.toEqual(first);
	});

	it('as imported, only shows the present windows beside the new ones', async () => {
		const before = windows();
		const execution = await examples.run(FILE, {}, 'Every Night');

		const { campaigns } = examples.simulator.state;
		const active = campaigns.filter(({ status }) => status === 'ACTIVE');
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
		expect(windows()).toEqual(before);
	});

	/** In the time zone that n8n runs workflows in here. */
	function nextWorkday(): { day: string; weekday: string } {
		const timeZone = 'America/New_York';
		for (let days = 1; ; days += 1) {
			const date = new Date(Date.now() + days * 86_400_000);
			const weekday = date.toLocaleDateString('en', { weekday: 'long', timeZone }).toLowerCase();
			const day = date.toLocaleDateString('sv-SE', { timeZone });
			if (!['saturday', 'sunday'].includes(weekday)) return { day, weekday };
		}
	}
});

describe('find emails and wait for the call of the service', () => {
	it('goes on when the service calls, whatever the call contains, and shows the leads', async () => {
		const settings = { leadListId: '301', howMany: 3 };
		const running = examples.run('enrich-and-wait.json', { settings });
		const path = '/api/v1/public/lead-lists/301/enrichment/';
		const request = await until('the request', () =>
			examples.simulator.requests.find((candidate) => candidate.path === path),
		);
		const { webhook_url: url, ...asked } = JSON.parse(request.body);
		expect(asked).toMatchObject({
			enrichment_type: 'FIND_EMAIL',
			prospect_limit: 3,
			mode: 'async',
		});
		// Until the run waits, n8n refuses the call: with 500, and with 409 once it has stored the run.
		await until('the call to be taken', async () => {
			return (await fetch(url, { method: 'POST', body: 'done' })).ok || undefined;
		});
		const execution = await running;

		expect(execution.error()?.message).toBeUndefined();
		const { leadLists, credits } = examples.simulator.state;
		const leads = ['With an Email', 'Without an Email'].flatMap((name) => execution.items(name));
		expect(leads.map(({ json }) => json.id).sort()).toEqual(
			leadLists.find(({ id }) => id === 301)?.member_ids,
		);
		expect(credits).toBe(2500 - 3 * 3);
	});
});

describe('from a search into a campaign', () => {
	async function run(campaignId: string, isWhole = true) {
		return await examples.run('search-to-campaign.json', {
			settings: { campaignId },
			change: (workflow) => {
				for (const name of ['Find Emails', 'Change the First Step']) {
					if (isWhole) node(workflow, name).disabled = false;
				}
			},
		});
	}

	it('searches, builds a list, enriches it, fills the campaign, changes a step, reads the numbers', async () => {
		const execution = await run('103');

		expect(execution.error()?.message).toBeUndefined();
		const list = `/api/v1/public/lead-lists/${String(execution.items('Create the List')[0]?.json.id)}`;
		const found = execution.items('Search Prospects').map(({ json }) => json.id);
		expect(found).toHaveLength(5);
		expect(examples.wires()).toEqual([
			'GET /api/v1/public/campaigns/103/',
			'POST /api/v1/public/prospects/search/ {"search_type":"PEOPLE","page":1,"page_size":5,"filters":{"job_title":["Head of Sales","VP Sales"]}}',
			'GET /api/v1/public/lead-lists/',
			'POST /api/v1/public/lead-lists/ {"name":"Heads of sales"}',
			`POST ${list}/add-leads/ {"prospect_ids":[${found.join(',')}]}`,
			`POST ${list}/enrichment/ {"enrichment_type":"FIND_EMAIL","prospect_limit":5,"mode":"sync"}`,
			`POST ${list}/add-to-campaign/ {"campaign":103,"prospects_per_company":2,"allow_duplicates":false}`,
			'GET /api/v1/public/campaigns/103/steps/',
			'PATCH /api/v1/public/campaigns/103/steps/10301/ {"subject_line":"A question, {{first_name}}","message_template":"Hi {{first_name}},\\n\\nhow does {{company_name}} find new customers today? I can offer you a pilot without obligation.","delay_in_hours":24}',
			'GET /api/v1/public/campaigns/103/analytics/',
		]);
		expect(execution.items('Find Emails')[0]?.json).toMatchObject({ credits_deducted: 15 });
		expect(execution.items('Get the Analytics')).toHaveLength(1);
	});

	it('spends no credits and leaves the steps of the draft alone with nothing but a campaign entered', async () => {
		const execution = await run('103', false);

		expect(execution.error()?.message).toBeUndefined();
		expect(examples.wires().filter((wire) => /enrichment|PATCH/.test(wire))).toEqual([]);
		expect(examples.wires().filter((wire) => wire.endsWith('/analytics/'))).toHaveLength(1);
		expect(execution.items('Add to Campaign')[0]?.json).toMatchObject({ count: 3 });
	});

	it('adds nobody to a campaign that is running, and says why', async () => {
		const execution = await run('101');

		expect(execution.error()?.message).toContain('is ACTIVE');
		expect(examples.wires()).toEqual(['GET /api/v1/public/campaigns/101/']);
	});
});
