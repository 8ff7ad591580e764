import type { INodeParameters } from 'n8n-workflow';
import { answerWith, byId, items, run, simulator, wire } from './support';

describe('the hints of a run', () => {
	const hintsOf = async (name: string, fields: INodeParameters, count = 1) => {
		const input = items(...Array.from({ length: count }, (_one, index) => ({ index })));
		return (await run(name, fields, { items: input })).hints;
	};
	const toCampaign = { leadListId: byId(303), campaignId: byId(104) };
	const everybody = () =>
		simulator.current.state.leadLists.find(({ id }) => id === 303)?.member_ids ?? [];
	const withIds = (prospectIds: string) => ({ ...toCampaign, additionalFields: { prospectIds } });

	it.each([
		['leadList.create', 'lead list'],
		['campaign.create', 'campaign'],
	])('tell of several items with which %s did the same', async (name, what) => {
		expect(await hintsOf(name, { name: 'Trade fair' }, 5)).toEqual([
			`Each of 5 items created a ${what} named "Trade fair". To do it once, turn on Execute Once in the settings of this node`,
		]);
		expect(await hintsOf(name, { name: '=Fair {{ $json.index }}' }, 5)).toEqual([]);
	});

	it('tell of several items that each put one prospect into a list of its own', async () => {
		const each = { leadListId: byId('={{ 301 + $json.index }}'), prospectIds: '5008' };
		expect(await hintsOf('leadList.addLeads', each, 2)).toEqual([
			'Each of 2 items added one prospect to a lead list of its own. If they belong in one list, turn on Execute Once in the settings of the node that creates it',
		]);
		for (const other of [{ prospectIds: '5008, 5009' }, { leadListId: byId(303) }]) {
			expect(await hintsOf('leadList.addLeads', { ...each, ...other }, 2)).toEqual([]);
		}
	});

	it('fail nothing that was sent, whatever they cannot read', async () => {
		const fields = { leadListId: byId(301), prospectIds: '={{ 5008 + $json.index }}' };
		const wrong = { ...fields, options: { combineItems: '={{ $json.none }}' } };
		const { error, json } = await run('leadList.addLeads', wrong, {
			items: items({ index: 0 }, { index: 1 }),
			onError: 'continueRegularOutput',
		});

		expect(wire()).toHaveLength(2);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(JSON.stringify(json)).not.toContain('error');
	});

	it('tell of several API keys', async () => {
		expect(await hintsOf('apiKey.create', { body: '{}' }, 3)).toEqual([
			'Each of 3 items created an API key. To do it once, turn on Execute Once in the settings of this node',
		]);
		expect(await hintsOf('apiKey.create', { body: '{}' })).toEqual([]);
	});

	it('tell when several items each moved all of a list to the same campaign', async () => {
		expect(await hintsOf('leadList.moveToCampaign', toCampaign, 2)).toEqual([
			'Each of 2 items asked the service to move all of lead list 303 to campaign 104. To do it once, turn on Execute Once in the settings of this node',
		]);
		const each = withIds('={{ 5008 + $json.index }}');
		expect(await hintsOf('leadList.moveToCampaign', each, 2)).toEqual([]);
	});

	it('tell when fewer prospects were added to a campaign than given, and why', async () => {
		expect(await hintsOf('leadList.addToCampaign', withIds(everybody().join()))).toEqual([
			expect.stringMatching(/^Prospects added: 3 of 7. The service adds at most 1 per company/),
		]);
	});

	it('add up what the items added', async () => {
		const given = { ...withIds('={{ 5008 + $json.index }}'), prospectsPerCompany: 9 };
		answerWith({ success: true, count: 1 });
		answerWith({ success: true, count: 0 });
		answerWith({ success: true, count: 1 });

		expect(await hintsOf('leadList.addToCampaign', given, 3)).toEqual([
			'Prospects added: 2 of 3. The service adds at most 9 per company (Prospects per Company), and nobody who is in another campaign (Allow Duplicates). It may also leave out people who are in the campaign already',
		]);
	});

	it('say nothing when all were added', async () => {
		answerWith({ success: true, count: 2 });

		expect(await hintsOf('leadList.addToCampaign', withIds('5008,5009,5008'))).toEqual([]);
	});

	it('tell what a whole list is held to, for nobody knows how many it holds', async () => {
		const fields = { ...toCampaign, allowDuplicates: true };

		expect(await hintsOf('leadList.addToCampaign', fields)).toEqual([
			'Prospects added: 3. The service adds at most 1 per company (Prospects per Company). It may also leave out people who are in the campaign already',
		]);
	});

	it('tell when several items each added all of a list to the same campaign', async () => {
		const [hint] = await hintsOf('leadList.addToCampaign', toCampaign, 5);

		expect(hint).toBe(
			'Each of 5 items asked the service to add all of lead list 303 to campaign 104. To do it once, turn on Execute Once in the settings of this node',
		);
		const each = { ...withIds('={{ 5008 + $json.index }}'), prospectsPerCompany: 9 };
		for (const hints of [
			await hintsOf('leadList.addToCampaign', toCampaign),
			await hintsOf('leadList.addToCampaign', each, 2),
		]) {
			expect(hints.join()).not.toContain('Each of');
		}
	});
});
