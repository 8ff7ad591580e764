import { forgetWaits } from '../api/instantClock';
import { answerWith, byId, run, simulator, wire } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest
		.requireActual<typeof import('../api/instantClock')>('../api/instantClock')
		.instantClockModule(),
);

beforeEach(forgetWaits);

const LIST = '/api/v1/public/campaigns/';
const CAMPAIGN = `${LIST}103/`;

const update = async () => {
	const days = [{ weekdays: ['monday'], start: '10:30', end: '12:00' }];
	const fields = { campaignId: byId('103'), updateFields: { sendingWindow: { days } } };
	return await run('campaign.update', fields);
};

describe('the weekdays that no row of campaign.update names', () => {
	it.each([
		['is refused', 403, { error: 'No access' }],
		['has no path', 404, { detail: 'Not found.' }],
		['fails', 500, { error: 'Oops' }],
		['shows no complete window', 200, { campaign: { id: 103, sending_window: { monday: {} } } }],
	])(
		'takes the other weekdays from the list when reading one campaign %s',
		async (_what, status, body) => {
			simulator.current.plan({ status, body, path: CAMPAIGN, method: 'GET', times: 9 });
			const present = simulator.current.state.campaigns[2]?.sending_window;
			const monday = { enabled: true, start: '10:30', end: '12:00' };
			const kept = { ...present, monday };
			expect((await update()).error).toBeUndefined();

			expect(wire().slice(-2)).toEqual([
				'GET /api/v1/public/campaigns/',
				`PATCH ${CAMPAIGN} {"sending_window":${JSON.stringify(kept)}}`,
			]);
		},
	);

	it.each([401, 429])(
		'asks for no list after a %d, which the list would get too',
		async (status) => {
			const headers = { 'retry-after': '3600' };
			simulator.current.plan({ status, headers, body: { error: 'No' }, times: 9 });
			const { error } = await update();

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
			const { error } = await update();

			expect(error?.message).toBe('No access');
			expect(error?.description).toMatch(/list all seven weekdays/);
			expect(wire()).toHaveLength(2);
		},
	);

	it('says the same when neither shows a complete window', async () => {
		const campaign = { id: 103, sending_window: { monday: {} } };
		answerWith({ campaign });
		answerWith({ campaigns: [campaign] });
		const { error } = await update();

		expect(error?.message).toBe('The campaign does not show the sending window to keep');
		expect(error?.description).toMatch(/list all seven weekdays/);
		expect(wire()).toHaveLength(2);
	});
});
