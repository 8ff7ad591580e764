import { answerWith, byId, fromList, refused, run, simulator, succeed, wire } from './support';

const CAMPAIGN = '/api/v1/public/campaigns/103/';
const WEEKEND_OFF = simulatorWeek('09:00', '15:00');

function simulatorWeek(start: string, end: string) {
	const on = { enabled: true, start, end };
	const off = { enabled: false, start, end };
	const workdays = { monday: on, tuesday: on, wednesday: on, thursday: on, friday: on };
	return { ...workdays, saturday: off, sunday: off };
}

const update = (updateFields: Record<string, never> | object) =>
	({ campaignId: byId('103'), updateFields: { ...updateFields } }) as const;

describe('campaign.getAll', () => {
	it('gives one item for each campaign, with its fields as they came', async () => {
		const json = await succeed('campaign.getAll', { returnAll: true });

		expect(json.map(({ id }) => id)).toEqual([101, 102, 103, 104]);
		expect(json[2]).toMatchObject({ status: 'DRAFT', sending_window: WEEKEND_OFF });
	});

	it('passes fields through that it does not know, and values it did not expect', async () => {
		const campaigns = [{ id: 1, name: null, colour: 'red', email_max_messages: 'many' }];
		answerWith({ campaigns });

		expect(await succeed('campaign.getAll', {})).toEqual(campaigns);
	});

	it('stops at the limit and asks for no page that it does not need', async () => {
		simulator.current.configure({ pageSize: 2 });
		const json = await succeed('campaign.getAll', { limit: 2 });

		expect(json).toHaveLength(2);
		expect(wire()).toEqual(['GET /api/v1/public/campaigns/']);
	});

	it('follows the pages to their end when it returns all', async () => {
		simulator.current.configure({ pageSize: 3 });
		const json = await succeed('campaign.getAll', { returnAll: true });

		expect(json).toHaveLength(4);
		expect(wire()).toEqual([
			'GET /api/v1/public/campaigns/',
			'GET /api/v1/public/campaigns/?page=2',
		]);
	});
});

describe('campaign.get', () => {
	it.each([
		['typed', byId('103')],
		['given as a number', byId(103)],
		['chosen from the list', fromList('103')],
		['given by an expression', byId('={{ 100 + 3 }}')],
		['an expression in place of the whole locator', '={{ 103 }}'],
	])('takes an ID that is %s', async (_how, campaignId) => {
		const [campaign] = await succeed('campaign.get', { campaignId });

		expect(wire()).toEqual([`GET ${CAMPAIGN}`]);
		expect(campaign).toMatchObject({ id: 103, name: 'Healthcare Partnerships Pilot' });
	});

	it('takes the campaign out of its envelope', async () => {
		answerWith({ success: true, campaign: { id: 103, name: 'Bare' } });

		expect(await succeed('campaign.get', { campaignId: byId(103) })).toEqual([
			{ id: 103, name: 'Bare' },
		]);
	});

	it('gives just ten fields when it simplifies', async () => {
		const [campaign] = await succeed('campaign.get', { campaignId: byId(103), simplify: true });

		expect(Object.keys(campaign ?? {})).toHaveLength(10);
		expect(campaign).not.toHaveProperty('sending_window');
	});

	it('refuses an answer that is no campaign', async () => {
		answerWith({ campaign: { name: 'Without an ID' } });
		const { error } = await run('campaign.get', { campaignId: byId(103) });

		expect(error?.message).toMatch(/unexpected form: id/);
	});
});

describe('campaign.create', () => {
	it('gives the new draft', async () => {
		const [campaign] = await succeed('campaign.create', { name: 'Autumn' });

		expect(campaign).toMatchObject({ name: 'Autumn', status: 'DRAFT' });
	});

	it('refuses an empty name before anything is sent', async () => {
		expect(await refused('campaign.create', { name: '=  ' })).toBe(
			'Name: expected a text, got "  "',
		);
	});
});

describe('campaign.getAnalytics', () => {
	it('gives the numbers without their envelope', async () => {
		const [analytics] = await succeed('campaign.getAnalytics', { campaignId: byId(101) });

		expect(analytics).toMatchObject({ amount_of_replies: 2 });
	});

	it('gives the whole answer where there is no envelope', async () => {
		answerWith({ sent: 5, replied: 1 });

		expect(await succeed('campaign.getAnalytics', { campaignId: byId(101) })).toEqual([
			{ sent: 5, replied: 1 },
		]);
	});
});

describe('campaign.update', () => {
	it('sends every field that was chosen under the name that the service has for it', async () => {
		await succeed(
			'campaign.update',
			update({
				name: 'Pilot',
				timezone: 'Europe/Berlin',
				language: 'de',
				emailMaxMessages: 11,
				linkedinMaxMessages: 12,
				linkedinMaxConnections: 13,
			}),
		);

		expect(wire()).toEqual([
			`PATCH ${CAMPAIGN} {"name":"Pilot","language":"de","email_max_messages":11,"linkedin_max_messages":12,"linkedin_max_connections":13,"timezone":"Europe/Berlin"}`,
		]);
	});

	it('sends 0, for it is a value', async () => {
		await succeed('campaign.update', update({ emailMaxMessages: 0 }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"email_max_messages":0}`]);
	});

	it('simplifies its answer when asked to', async () => {
		const [campaign] = await succeed('campaign.update', {
			...update({ name: 'Pilot' }),
			simplify: true,
		});

		expect(Object.keys(campaign ?? {})).toHaveLength(10);
	});

	it('refuses to change nothing', async () => {
		expect(await refused('campaign.update', update({}))).toBe(
			'Update Fields: expected at least one field, chosen with "Add Field", got nothing',
		);
	});
});

describe('the time zone of campaign.update', () => {
	it.each(['Asia/Kolkata', 'Asia/Calcutta', 'US/Pacific', 'UTC'])(
		'accepts %s, also where the list shows another name for it',
		async (timezone) => {
			await succeed('campaign.update', update({ timezone }));

			expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"timezone":"${timezone}"}`]);
		},
	);

	it.each(['Mars/Olympus', 'Berlin', '+02:00', ''])(
		'refuses "%s" before anything is sent',
		async (timezone) => {
			expect(await refused('campaign.update', update({ timezone }))).toMatch(/^Time Zone/);
		},
	);
});

describe('the sending window of campaign.update', () => {
	const window = (...days: object[]) => update({ sendingWindow: { days } });
	const everyDay = Object.keys(WEEKEND_OFF);

	it('keeps the present setting of the weekdays that no row names', async () => {
		const row = { weekdays: ['monday', 'sunday'], enabled: true, start: '10:30', end: '12:00' };
		await succeed('campaign.update', window(row));

		const day = { enabled: true, start: '10:30', end: '12:00' };
		const merged = JSON.stringify({ ...WEEKEND_OFF, monday: day, sunday: day });
		expect(wire()).toEqual([`GET ${CAMPAIGN}`, `PATCH ${CAMPAIGN} {"sending_window":${merged}}`]);
	});

	it('reads nothing when the rows name all seven weekdays', async () => {
		await succeed('campaign.update', window({ weekdays: everyDay, start: '08:00', end: '09:00' }));

		expect(wire()).toHaveLength(1);
		expect(wire()[0]).toContain('"sunday":{"enabled":true,"start":"08:00","end":"09:00"}');
	});

	it('fills in what a row leaves at its default', async () => {
		await succeed('campaign.update', window({ weekdays: everyDay }));

		expect(wire()[0]).toContain('"monday":{"enabled":true,"start":"09:00","end":"17:00"}');
	});

	it('takes weekdays as a model writes them', async () => {
		const row = { weekdays: '={{ "Monday, tuesday" }}', start: '08:00', end: '09:00' };
		await succeed('campaign.update', window(row));

		expect(wire()[1]).toContain('"tuesday":{"enabled":true,"start":"08:00","end":"09:00"}');
	});

	it('says to list all seven weekdays when the present ones cannot be read', async () => {
		answerWith({ error: 'No access' }, 403);
		const { error } = await run('campaign.update', window({ weekdays: ['monday'] }));

		expect(error?.message).toBe('No access');
		expect(error?.description).toMatch(/List all seven weekdays/);
		expect(wire()).toHaveLength(1);
	});

	it('says the same when the campaign shows no complete window', async () => {
		answerWith({ campaign: { id: 103, sending_window: { monday: {} } } });
		const { error } = await run('campaign.update', window({ weekdays: ['monday'] }));

		expect(error?.message).toBe('The campaign does not show the sending window to keep');
		expect(error?.description).toMatch(/List all seven weekdays/);
		expect(wire()).toHaveLength(1);
	});

	it.each([
		['a weekday in two rows', [{ weekdays: ['monday'] }, { weekdays: ['monday'] }], /"monday"/],
		['an unknown weekday', [{ weekdays: ['caturday'] }], /a weekday, one of monday/],
		['25:00', [{ weekdays: ['monday'], start: '25:00' }], /HH:MM in 24 hours.*"25:00"/],
		['9:00', [{ weekdays: ['monday'], end: '9:00' }], /HH:MM in 24 hours.*"9:00"/],
		[
			'a row whose permission an expression does not find',
			[{ weekdays: ['monday'], enabled: '={{ $json.none }}' }],
			/enabled to be true or false, got nothing/,
		],
		['a row without a weekday', [{ weekdays: [] }], /at least one weekday in each row/],
		['no row', [], /at least one weekday/],
	])('refuses %s before anything is sent', async (_what, days, words) => {
		expect(await refused('campaign.update', window(...days))).toMatch(words);
	});

	it('sends a whole window that is given as JSON', async () => {
		const sendingWindowJson = JSON.stringify(WEEKEND_OFF);
		await succeed('campaign.update', update({ sendingWindowJson }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"sending_window":${sendingWindowJson}}`]);
	});

	it.each([
		['broken JSON', { sendingWindowJson: '{"monday"' }, /a JSON object/],
		[
			'JSON with a day that is no object',
			{ sendingWindowJson: '{"monday":true}' },
			/an object for each weekday/,
		],
		[
			'JSON with one weekday',
			{ sendingWindowJson: JSON.stringify({ monday: WEEKEND_OFF.monday }) },
			/all seven weekdays \(missing: tuesday, /,
		],
		[
			'rows and JSON at once',
			{ sendingWindowJson: '{}', sendingWindow: { days: [] } },
			/either Sending Window or Sending Window \(JSON\)/,
		],
	])('refuses %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('campaign.update', update(fields))).toMatch(words);
	});
});
