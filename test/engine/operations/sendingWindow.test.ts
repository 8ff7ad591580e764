import type { INodeParameters } from 'n8n-workflow';
import { forgetWaits } from '../api/instantClock';
import { answerWith, byId, refused, run, simulator, succeed, wire } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('../api/instantClock'));

beforeEach(forgetWaits);

const LIST = '/api/v1/public/campaigns/';
const CAMPAIGN = `${LIST}103/`;
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const EVERY_DAY = [...WORKDAYS, 'saturday', 'sunday'];

/** What the campaign has at first. */
const PRESENT = Object.fromEntries(
	EVERY_DAY.map((day) => [day, { enabled: WORKDAYS.includes(day), start: '09:00', end: '15:00' }]),
);

const update = (updateFields: INodeParameters) => ({ campaignId: byId('103'), updateFields });
const row = (changes: INodeParameters): INodeParameters => ({
	weekdays: ['monday'],
	start: '09:00',
	end: '17:00',
	...changes,
});
const window = (...days: INodeParameters[]) => update({ sendingWindow: { days } });

describe('the sending window of campaign.update', () => {
	it('keeps the present setting of the weekdays that no row names', async () => {
		const row = { weekdays: ['monday', 'sunday'], enabled: true, start: '10:30', end: '12:00' };
		await succeed('campaign.update', window(row));

		const day = { enabled: true, start: '10:30', end: '12:00' };
		const merged = JSON.stringify({ ...PRESENT, monday: day, sunday: day });
		expect(wire()).toEqual([`GET ${CAMPAIGN}`, `PATCH ${CAMPAIGN} {"sending_window":${merged}}`]);
	});

	it('reads nothing when the rows name all seven weekdays', async () => {
		await succeed('campaign.update', window({ weekdays: EVERY_DAY, start: '08:00', end: '09:00' }));

		expect(wire()).toHaveLength(1);
		expect(wire()[0]).toContain('"sunday":{"enabled":true,"start":"08:00","end":"09:00"}');
	});

	it('takes weekdays as a model writes them', async () => {
		const row = { weekdays: '={{ "Monday, tuesday" }}', start: '08:00', end: '09:00' };
		await succeed('campaign.update', window(row));

		expect(wire()[1]).toContain('"tuesday":{"enabled":true,"start":"08:00","end":"09:00"}');
	});

	it('accepts a time without its leading zero', async () => {
		await succeed('campaign.update', window({ weekdays: EVERY_DAY, start: '9:05', end: '17:00' }));

		expect(wire()[0]).toContain('"monday":{"enabled":true,"start":"09:05","end":"17:00"}');
	});

	it('leaves the times of a weekday on which sending is not allowed as they are', async () => {
		const row = { weekdays: ['monday'], enabled: false, start: '10:00', end: '11:00' };
		await succeed('campaign.update', window(row));

		const monday = { enabled: false, start: '09:00', end: '15:00' };
		const kept = JSON.stringify({ ...PRESENT, monday });
		expect(wire()).toEqual([`GET ${CAMPAIGN}`, `PATCH ${CAMPAIGN} {"sending_window":${kept}}`]);
	});

	it('reads those times also when the rows name all seven weekdays', async () => {
		await succeed('campaign.update', window({ weekdays: EVERY_DAY, enabled: '={{ false }}' }));

		expect(wire()).toHaveLength(2);
		expect(simulator.current.state.campaigns[2]?.sending_window.friday).toEqual({
			enabled: false,
			start: '09:00',
			end: '15:00',
		});
	});

	it.each([
		[
			'a weekday in two rows',
			[row({}), row({ weekdays: ['tuesday', 'monday'] })],
			/^Sending Window: Monday is listed twice$/,
		],
		['a row without times, as it is at first', [{ weekdays: ['monday'] }], /Start is empty/],
		['an unknown weekday', [{ weekdays: ['caturday'] }], /a weekday, one of monday/],
		['25:00', [row({ start: '25:00' })], /HH:MM in 24 hours.*"25:00"/],
		['9', [row({ end: '9' })], /End as HH:MM in 24 hours.*"9"/],
		['no start', [row({ start: '' })], /^Sending Window: Start is empty.*09:30/],
		[
			'an end before the start',
			[row({ start: '17:00', end: '9:00' })],
			/^Sending Window: End \(09:00\) is not later than Start \(17:00\)$/,
		],
		['an end at the start', [row({ start: '09:00', end: '9:00' })], /is not later than Start/],
		['a row without a weekday', [{ weekdays: [] }], /at least one weekday in each row/],
		['no row', [], /at least one weekday/],
	])('refuses %s before anything is sent', async (_what, days, words) => {
		expect(await refused('campaign.update', window(...days))).toMatch(words);
	});

	it('sends a whole window that is given as JSON', async () => {
		const sendingWindowJson = JSON.stringify(PRESENT);
		await succeed('campaign.update', update({ sendingWindowJson }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"sending_window":${sendingWindowJson}}`]);
	});

	it.each([
		['an end before the start', { monday: { enabled: true, start: '22:00', end: '06:00' } }],
		['24:00', { monday: { enabled: true, start: '09:00', end: '24:00' } }],
		['a day without times', { sunday: { enabled: false } }],
		['seconds', { monday: { enabled: true, start: '09:00:00', end: '17:00:00' } }],
		['further keys', { holidays: ['2026-12-25'] }],
	])('sends JSON with %s as it is: no source has a rule against it', async (_what, changes) => {
		const given = { ...PRESENT, ...changes };
		answerWith({ success: true, campaign: { id: 103, sending_window: given } });
		await succeed('campaign.update', update({ sendingWindowJson: JSON.stringify(given) }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"sending_window":${JSON.stringify(given)}}`]);
	});

	it('names the JSON for a window over midnight', async () => {
		const { error } = await run('campaign.update', window(row({ start: '22:00', end: '06:00' })));

		expect(error?.description).toMatch(/over midnight.*Sending Window \(JSON\)/);
	});

	it.each([
		[
			'JSON with a day that is no object',
			{ sendingWindowJson: JSON.stringify({ ...PRESENT, monday: true }) },
			/^Sending Window \(JSON\): expected an object for each weekday, got .*"monday":true/,
		],
		[
			'JSON with one weekday',
			{ sendingWindowJson: JSON.stringify({ monday: PRESENT.monday }) },
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

describe('the weekdays that no row of campaign.update names', () => {
	const changeMonday = async () =>
		await run('campaign.update', window({ weekdays: ['monday'], start: '10:30', end: '12:00' }));

	it.each([
		['is refused', 403, { error: 'No access' }],
		['has no path', 404, { detail: 'Not found.' }],
		['fails', 500, { error: 'Oops' }],
		['shows no complete window', 200, { campaign: { id: 103, sending_window: { monday: {} } } }],
	])(
		'takes the other weekdays from the list when reading one campaign %s',
		async (_what, status, body) => {
			simulator.current.plan({ status, body, path: CAMPAIGN, method: 'GET', times: 9 });
			const monday = { enabled: true, start: '10:30', end: '12:00' };
			const kept = { ...PRESENT, monday };
			expect((await changeMonday()).error).toBeUndefined();

			expect(wire().slice(-2)).toEqual([
				`GET ${LIST}`,
				`PATCH ${CAMPAIGN} {"sending_window":${JSON.stringify(kept)}}`,
			]);
		},
	);

	it.each([401, 429])(
		'asks for no list after a %d, which the list would get too',
		async (status) => {
			const headers = { 'retry-after': '3600' };
			simulator.current.plan({ status, headers, body: { error: 'No' }, times: 9 });
			const { error } = await changeMonday();

			expect(error?.httpCode).toBe(String(status));
			expect(wire()).toHaveLength(1);
		},
	);

	it.each([
		['the list', { error: 'Not yours' }, 403],
		['the campaign in the list', { campaigns: [{ id: 9 }] }, 200],
	])(
		'says to list all seven weekdays when %s cannot be read either',
		async (_what, body, status) => {
			answerWith({ error: 'No access' }, 403);
			simulator.current.plan({ body, status, path: LIST });
			const { error } = await changeMonday();

			expect(error?.message).toBe('No access');
			expect(error?.description).toMatch(/list all seven weekdays/);
			expect(wire()).toHaveLength(2);
		},
	);

	it('says nothing of the window when the API key is wrong', async () => {
		answerWith({ error: 'Invalid API key' }, 401);
		const { error } = await changeMonday();

		expect(error?.description).toMatch(/^Check the credential/);
		expect(error?.description).not.toMatch(/window/);
	});

	it('says the same when neither shows a complete window', async () => {
		const campaign = { id: 103, sending_window: { monday: {} } };
		answerWith({ campaign });
		answerWith({ campaigns: [campaign] });
		const { error } = await changeMonday();

		expect(error?.message).toBe('The campaign does not show the sending window to keep');
		expect(error?.description).toMatch(/list all seven weekdays/);
		expect(wire()).toHaveLength(2);
	});
});
