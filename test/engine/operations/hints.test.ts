import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { run as runOperation } from '../../../nodes/PublicOutreach/operations/run';
import { cases } from './cases';
import { respondWith, byId, items, run, wire } from './support';

describe('the hints of a run', () => {
	const hintsOf = async (name: string, fields: INodeParameters, count = 1) => {
		const input = items(...Array.from({ length: count }, (_one, index) => ({ index })));
		return (await run(name, fields, { items: input })).hints;
	};
	const toCampaign = { leadListId: byId(303), campaignId: byId(104) };
	const withIds = (prospectIds: string) => ({ ...toCampaign, additionalFields: { prospectIds } });

	const once = 'To do it once, turn on Execute Once in the settings of this node';
	const alone = 'added one prospect to a lead list of its own. If they belong in one list, turn on';
	const ofTheOther = 'Execute Once in the settings of the node that creates it';
	const enrich = { ...cases['leadList.enrich']?.fields, leadListId: byId(301) };
	const each = { leadListId: byId('={{ 301 + $json.index }}'), prospectIds: '5008' };

	it.each<[string, INodeParameters, number, unknown?]>([
		['leadList.enrich', enrich, 1, expect.stringMatching(/in the background/)],
		['leadList.enrich', { ...enrich, mode: 'sync' }, 1],
		['campaign.create', { name: 'A' }, 5, `Each of 5 items created a campaign named "A". ${once}`],
		['campaign.create', { name: '=Fair {{ $json.index }}' }, 5],
		['leadList.addLeads', each, 2, `Each of 2 items ${alone} ${ofTheOther}`],
		['leadList.addLeads', { ...each, prospectIds: '5008, 5009' }, 2],
		['leadList.addLeads', { ...each, leadListId: byId(303) }, 2],
		['apiKey.create', { body: '{}' }, 3, `Each of 3 items created an API key. ${once}`],
		['apiKey.create', { body: '{}' }, 1],
	])('name what is repeated or goes on: %s with %j, items: %d', async (...row) => {
		const [name, fields, count, hint] = row;

		expect(await hintsOf(name, fields, count)).toEqual(hint ? [hint] : []);
	});

	it('fail nothing that was sent, whatever they cannot read', async () => {
		const hints = () => {
			throw new Error('There is nothing to read');
		};
		const unreadable = resources.map((resource) => ({
			...resource,
			operations: resource.operations.map((operation) => ({ ...operation, hints })),
		}));
		const nodeType = Object.assign(new PublicOutreach(), {
			async execute(this: IExecuteFunctions) {
				return await runOperation(this, unreadable);
			},
		});
		const prospectIds = '={{ 5008 + $json.index }}';
		const fields = { leadListId: byId(301), prospectIds, combineItems: false };
		const { error, json } = await run('leadList.addLeads', fields, {
			nodeType,
			items: items({ index: 0 }, { index: 1 }),
		});

		expect(wire()).toHaveLength(2);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(JSON.stringify(json)).not.toContain('error');
	});

	it.each(['leadList.addToCampaign', 'leadList.moveToCampaign'])(
		'tell that equal requests of %s were sent once, with one item for all',
		async (name) => {
			const input = items(...[0, 1, 2].map((index) => ({ index })));
			const { hints, outputs } = await run(name, toCampaign, { items: input });

			expect(wire()).toHaveLength(1);
			expect(hints[0]).toBe('3 items made the same request, so it was sent once');
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
				[{ item: 0 }, { item: 1 }, { item: 2 }],
			]);
		},
	);

	it('add up what the items added', async () => {
		const given = { ...withIds('={{ 5008 + $json.index }}'), prospectsPerCompany: 9 };
		respondWith({ success: true, count: 1 });
		respondWith({ success: true, count: 0 });
		respondWith({ success: true, count: 1 });

		expect(await hintsOf('leadList.addToCampaign', given, 3)).toEqual([
			'Only 2 of 3 prospects were added. The service adds at most 9 per company (raise Prospects per Company to add more) and skips anyone in another campaign (turn on Allow Duplicates to add them). It may also skip people who are already in this campaign',
		]);
	});

	const company = 'adds at most 1 per company (raise Prospects per Company to add more)';
	const duplicates = 'skips anyone in another campaign (turn on Allow Duplicates to add them)';
	const also = 'It may also skip people who are already in this campaign';

	it('tell why each of several items may have added fewer', async () => {
		const given = { ...withIds('5008,5009'), leadListId: byId('={{ 301 + $json.index }}') };
		const allowDuplicates = '={{ $json.index === 0 }}';
		respondWith({ success: true, count: 1 });
		respondWith({ success: true, count: 0 });

		expect(await hintsOf('leadList.addToCampaign', { ...given, allowDuplicates }, 2)).toEqual([
			`Only 1 of 4 prospects were added. The service ${company} and ${duplicates}. ${also}`,
		]);
	});

	it('say nothing when all were added', async () => {
		respondWith({ success: true, count: 2 });

		expect(await hintsOf('leadList.addToCampaign', withIds('5008,5009,5008'))).toEqual([]);
	});

	const WHOLE = 'Prospects added: 3. The service';

	it.each<[string, INodeParameters, string?]>([
		['one per company', {}, `${WHOLE} ${company} and ${duplicates}. ${also}`],
		['duplicates', { allowDuplicates: true }, `${WHOLE} ${company}. ${also}`],
		['a higher limit', { prospectsPerCompany: 4 }, `${WHOLE} ${duplicates}. ${also}`],
		['no limit per company', { prospectsPerCompany: 0 }, `${WHOLE} ${duplicates}. ${also}`],
		['neither', { prospectsPerCompany: 4, allowDuplicates: true }],
		['as many as were meant at most', { additionalFields: { amount: 3 } }],
		[
			'fewer than were meant at most',
			{ additionalFields: { amount: 4 } },
			`${WHOLE} ${company} and ${duplicates}. ${also}`,
		],
	])('tell of a whole list who may be missing: %s', async (_what, fields, ...expected) => {
		respondWith({ success: true, count: 3 });
		const hints = await hintsOf('leadList.addToCampaign', { ...toCampaign, ...fields });

		expect(hints).toEqual(expected);
	});
});
