import { deadlines, responseTimeout } from '../api/instantClock';
import { cases } from './cases';
import { run, simulator, succeed } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('../api/instantClock'));

/** Operations whose response comes only after a whole list was processed. */
const SLOW = /\.(getAll|getLeads|search|addLeads|addToCampaign|moveToCampaign|enrich)$|Analytics$/;
const isSlow = (name: string) => SLOW.test(name) && name !== 'campaign.getAnalytics';

describe.each(Object.entries(cases))('the timeout of %s', (name, { fields }) => {
	it(`is ${isSlow(name) ? 'ten minutes' : 'a minute'} by default`, async () => {
		await succeed(name, fields);

		expect(deadlines).toEqual([isSlow(name) ? 600_000 : 60_000]);
	});

	it('is what the user chose', async () => {
		await succeed(name, { ...fields, options: { timeout: 7 } });

		expect(deadlines).toEqual([7_000]);
	});
});

it('a timeout that expires is a clear error', async () => {
	responseTimeout.ms = 200;
	simulator.current.plan({ kind: 'hang', times: 9 });
	const { error } = await run('leadList.create', { name: 'A', options: { timeout: 90 } });

	expect(error?.message).toBe('The service did not respond in time');
	expect(error?.description).toMatch(/no response within 90 s/);
});
