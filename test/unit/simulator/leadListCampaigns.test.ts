import { call, useSimulator } from './helpers';

const simulator = useSimulator();
const lists = '/api/v1/public/lead-lists/';
const listOf = (id: number) => simulator.current.state.leadLists.find((list) => list.id === id);
const campaignOf = (id: number) =>
	simulator.current.state.campaigns.find((campaign) => campaign.id === id);

describe('add-to-campaign', () => {
	const path = (id: number) => `${lists}${id}/add-to-campaign/`;

	it('adds one person of each company who is in no campaign yet, unless told otherwise', async () => {
		const { json } = await call(simulator.current, 'POST', path(303), { campaign: 103 });

		// 5008 and 5009, 5019 and 5020 are colleagues; 5014 and 5015 are in campaign 103 already.
		expect(json).toMatchObject({
			success: true,
			count: 3,
			prospects: [{ id: 5008 }, { id: 5016 }, { id: 5019 }],
		});
		expect(campaignOf(103)?.prospect_ids).toEqual([5014, 5015, 5008, 5016, 5019]);
		expect(listOf(303)?.total_prospects).toBe(7);
	});

	it('honours the cap by company, the amount, the order and the filters', async () => {
		const body = {
			campaign: 104,
			prospects_per_company: 2,
			amount: 2,
			sort_direction: 'desc',
			filters: { job_title: { must: ['VP', 'Director'], doesnt: 'Account' } },
		};
		const { json } = await call(simulator.current, 'POST', path(303), body);

		expect(json).toMatchObject({ prospects: [{ id: 5019 }, { id: 5009 }] });
	});

	it('takes those of other campaigns when duplicates are allowed', async () => {
		const body = { campaign: 104, prospect_ids: [5001] };
		const strict = await call(simulator.current, 'POST', path(301), body);
		const lax = await call(simulator.current, 'POST', path(301), {
			...body,
			allow_duplicates: true,
		});

		expect(strict.json).toMatchObject({ count: 0 });
		expect(lax.json).toMatchObject({ count: 1 });
	});

	it('warns when a draft is to be activated', async () => {
		const draft = { campaign: 104, activate: true };
		const active = { campaign: 101, activate: true };

		expect((await call(simulator.current, 'POST', path(303), draft)).json).toHaveProperty(
			'warning',
		);
		expect((await call(simulator.current, 'POST', path(303), active)).json).not.toHaveProperty(
			'warning',
		);
	});
});

describe('move-to-campaign', () => {
	const path = `${lists}303/move-to-campaign/`;

	it('moves everyone out of the list when no ids are given', async () => {
		const body = { campaign_id: '104', prospect_ids: '' };
		const { json } = await call(simulator.current, 'POST', path, body);

		expect(json).toEqual({ success: true, count: 7 });
		expect(listOf(303)?.total_prospects).toBe(0);
		expect(campaignOf(104)?.prospect_ids).toHaveLength(7);
	});

	it('moves those named, ids as numbers or text', async () => {
		await call(simulator.current, 'POST', path, { campaign_id: 104, prospect_ids: [5008] });
		await call(simulator.current, 'POST', path, { campaign_id: '104', prospect_ids: '5009' });

		expect(campaignOf(104)?.prospect_ids).toEqual([5008, 5009]);
		expect(listOf(303)?.total_prospects).toBe(5);
	});
});
