import type { INodeParameters } from 'n8n-workflow';
import { respondWith, byId, run, simulator, succeed, wire } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('../api/instantClock'));

const LIST = '/api/v1/public/campaigns/';
const CAMPAIGN = `${LIST}103/`;
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const EVERY_DAY = [...WORKDAYS, 'saturday', 'sunday'];

/** What the campaign has at first. */
const PRESENT = Object.fromEntries(
	EVERY_DAY.map((day) => [day, { enabled: WORKDAYS.includes(day), start: '09:00', end: '15:00' }]),
);

const update = (updateFields: INodeParameters) => ({ campaignId: byId('103'), updateFields });
const window = (row: INodeParameters) => update({ sendingWindow: { days: [row] } });
const day = (enabled: boolean, start: string, end: string) => ({ enabled, start, end });
const patched = (sendingWindow: object) =>
	`PATCH ${CAMPAIGN} ${JSON.stringify({ sending_window: sendingWindow })}`;
const MORNING = { start: '10:30', end: '12:00' };

describe('the sending window of campaign.update', () => {
	it.each<[string, INodeParameters, object]>([
		[
			'keeps the present setting of the weekdays that no row names',
			{ weekdays: ['monday', 'sunday'], enabled: true, ...MORNING },
			{ monday: day(true, '10:30', '12:00'), sunday: day(true, '10:30', '12:00') },
		],
		[
			'takes weekdays as a model writes them',
			{ weekdays: '={{ "Monday, tuesday" }}', ...MORNING },
			{ monday: day(true, '10:30', '12:00'), tuesday: day(true, '10:30', '12:00') },
		],
		[
			'leaves the times of a weekday on which sending is not allowed as they are',
			{ weekdays: ['monday'], enabled: false, ...MORNING },
			{ monday: day(false, '09:00', '15:00') },
		],
		[
			'reads those times also when the rows name all seven weekdays',
			{ weekdays: EVERY_DAY, enabled: '={{ false }}' },
			Object.fromEntries(EVERY_DAY.map((name) => [name, day(false, '09:00', '15:00')])),
		],
	])('%s', async (_what, row, changes) => {
		await succeed('campaign.update', window(row));

		expect(wire()).toEqual([`GET ${CAMPAIGN}`, patched({ ...PRESENT, ...changes })]);
	});

	it('reads nothing when the rows name all seven weekdays, with or without a leading zero', async () => {
		await succeed('campaign.update', window({ weekdays: EVERY_DAY, start: '9:05', end: '17:00' }));

		const same = EVERY_DAY.map((name) => [name, day(true, '09:05', '17:00')]);
		expect(wire()).toEqual([patched(Object.fromEntries(same))]);
	});

	it.each([
		['an end before the start', { monday: day(true, '22:00', '06:00') }],
		['24:00', { monday: day(true, '09:00', '24:00') }],
		['a day without times', { sunday: { enabled: false } }],
		['further keys', { holidays: ['2026-12-25'] }],
	])('sends JSON with %s as it is: no source has a rule against it', async (_what, changes) => {
		const given = { ...PRESENT, ...changes };
		respondWith({ success: true, campaign: { id: 103, sending_window: given } });
		await succeed('campaign.update', update({ sendingWindowJson: JSON.stringify(given) }));

		expect(wire()).toEqual([patched(given)]);
	});

	it.each<[INodeParameters]>([
		[{ weekdays: ['monday'], start: '=0{{ $json.hour }}:00', end: '12:00' }],
		[{ weekdays: ['monday'], start: "={{ '1' + $json.hour + ':00' }}", end: '17:00' }],
		[{ weekdays: ['monday'], start: '09:00', end: '=1{{ $json.hour }}:30' }],
		[{ weekdays: '=monday, {{ $json.hour }}', ...MORNING }],
	])('is refused where an expression in a row has a gap: %j', async (row) => {
		const { error } = await run('campaign.update', window(row));

		expect(error?.message).toBe('Sending Window: {{ $json.hour }} is empty for this item');
		expect(wire()).toEqual([]);
	});

	it('names the JSON for a window over midnight', async () => {
		const night = { weekdays: ['monday'], start: '22:00', end: '06:00' };
		const { error } = await run('campaign.update', window(night));

		expect(error?.description).toMatch(/spans midnight.*Sending Window \(JSON\)/);
	});
});

describe('a campaign without times for a day that is off', () => {
	const ROWS = update({
		sendingWindow: {
			days: [
				{ weekdays: WORKDAYS, enabled: true, start: '08:00', end: '16:00' },
				{ weekdays: ['saturday', 'sunday'], enabled: false },
			],
		},
	});
	const EXPECTED = Object.fromEntries(
		EVERY_DAY.map((name) => [name, day(WORKDAYS.includes(name), '08:00', '16:00')]),
	);

	it.each<[string, number, object]>([
		['has no window', 200, { campaign: { id: 103, sending_window: null } }],
		['has an empty window', 200, { campaign: { id: 103, sending_window: {} } }],
		['does not show its window', 200, { campaign: { id: 103 } }],
		[
			'has a day without times',
			200,
			{ campaign: { sending_window: { sunday: { enabled: true } } } },
		],
		['cannot be read', 403, { error: 'No access' }],
	])('takes the times of another row if the campaign %s', async (_what, status, body) => {
		simulator.current.plan({ status, body, method: 'GET', times: 2 });
		await succeed('campaign.update', ROWS);

		const [method, , sent = ''] = wire().at(-1)?.split(' ') ?? [];
		expect([method, JSON.parse(sent)]).toEqual(['PATCH', { sending_window: EXPECTED }]);
	});

	it('keeps the times that it has', async () => {
		const body = { campaign: { id: 103, sending_window: PRESENT } };
		simulator.current.plan({ status: 200, body, method: 'GET' });
		await succeed('campaign.update', ROWS);

		const weekend = { saturday: PRESENT.saturday, sunday: PRESENT.sunday };
		expect(wire().at(-1)).toBe(patched({ ...PRESENT, ...EXPECTED, ...weekend }));
	});

	it.each([null, {}])('is off on weekdays that no row lists if its window is %j', async (none) => {
		const body = { campaign: { id: 103, sending_window: none } };
		simulator.current.plan({ status: 200, body, method: 'GET' });
		await succeed('campaign.update', window({ weekdays: WORKDAYS, start: '08:00', end: '16:00' }));

		expect(wire().at(-1)).toBe(patched(EXPECTED));
	});
});

describe('the hint about weekdays that no row lists', () => {
	it.each<[string[], string[], string | undefined]>([
		[EVERY_DAY, WORKDAYS, 'Saturday and Sunday stay on'],
		[EVERY_DAY, EVERY_DAY.slice(0, 6), 'Sunday stays on'],
		[EVERY_DAY, EVERY_DAY.slice(0, 4), 'Friday, Saturday and Sunday stay on'],
		[WORKDAYS, WORKDAYS, undefined],
		[EVERY_DAY, EVERY_DAY, undefined],
	])('with %j on and %j listed is %s', async (on, weekdays, words) => {
		const days = EVERY_DAY.map((name) => [name, day(on.includes(name), '09:00', '17:00')]);
		const body = { campaign: { id: 103, sending_window: Object.fromEntries(days) } };
		simulator.current.plan({ status: 200, body, method: 'GET' });
		const { hints } = await run('campaign.update', window({ weekdays, ...MORNING }));

		const expected = `${words}: weekdays that no row lists keep their current setting`;
		expect(hints).toEqual(words === undefined ? [] : [expected]);
	});
});

describe('the weekdays that no row of campaign.update names', () => {
	const changeMonday = async () =>
		await run('campaign.update', window({ weekdays: ['monday'], ...MORNING }));
	const HALF = { id: 103, sending_window: { monday: {} } };

	it.each([
		['is refused', 403, { error: 'No access' }],
		['has no path', 404, { detail: 'Not found.' }],
		['fails', 500, { error: 'Oops' }],
		['shows no complete window', 200, { campaign: HALF }],
	])('are taken from the list when reading one campaign %s', async (_what, status, body) => {
		simulator.current.plan({ status, body, path: CAMPAIGN, method: 'GET', times: 9 });
		expect((await changeMonday()).error).toBeUndefined();

		const kept = { ...PRESENT, monday: day(true, '10:30', '12:00') };
		expect(wire().slice(-2)).toEqual([`GET ${LIST}`, patched(kept)]);
	});

	it.each([
		// Nothing of the window: what is wrong is the key.
		[401, /^Check the credential(?!.*window)/],
		[429, /^The service asks to wait 60 min/],
	])('are not looked for in the list after a %d, as it would get', async (status, words) => {
		const headers = { 'retry-after': '3600' };
		simulator.current.plan({ status, headers, body: { error: 'No' }, times: 9 });
		const { error } = await changeMonday();

		expect(error?.httpCode).toBe(String(status));
		expect(error?.description).toMatch(words);
		expect(wire()).toHaveLength(1);
	});

	const INCOMPLETE = 'The current sending window of the campaign could not be read';

	const NO_ACCESS = { status: 403, body: { error: 'No access' } };
	const bothHalf = { status: 200, body: { campaign: HALF, campaigns: [HALF] } };

	it.each([
		['the list', NO_ACCESS, { status: 403, body: { error: 'Not yours' } }, 'No access'],
		['it', NO_ACCESS, { status: 200, body: { campaigns: [{ id: 9 }] } }, 'No access'],
		['a whole window', bothHalf, bothHalf, INCOMPLETE],
	])('have to be listed when %s cannot be read either', async (_what, one, list, message) => {
		simulator.current.plan({ ...one, path: CAMPAIGN });
		simulator.current.plan({ ...list, path: LIST });
		const { error } = await changeMonday();

		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/list all seven weekdays/);
		expect(wire()).toHaveLength(2);
	});
});
