import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { run as runOperation } from '../../../nodes/shared/operations/run';
import { answerWith, byId, items, run, wire } from './support';

describe('the hints of a run', () => {
	const hintsOf = async (name: string, fields: INodeParameters, count = 1) => {
		const input = items(...Array.from({ length: count }, (_one, index) => ({ index })));
		return (await run(name, fields, { items: input })).hints;
	};
	const toCampaign = { leadListId: byId(303), campaignId: byId(104) };
	const withIds = (prospectIds: string) => ({ ...toCampaign, additionalFields: { prospectIds } });

	it('say that an enrichment goes on in the background, unless it was waited for', async () => {
		const fields = {
			leadListId: byId('301'),
			enrichmentType: 'FIND_EMAIL',
			maxCredits: 300,
			prospectLimit: 2,
		};
		const hints = async (mode: string) => await hintsOf('leadList.enrich', { ...fields, mode });

		expect(await hints('async')).toEqual([expect.stringMatching(/in the background/)]);
		expect(await hints('sync')).toEqual([]);
	});

	it('tell of several items that created campaigns of the same name', async () => {
		expect(await hintsOf('campaign.create', { name: 'Trade fair' }, 5)).toEqual([
			'Each of 5 items created a campaign named "Trade fair". To do it once, turn on Execute Once in the settings of this node',
		]);
		expect(await hintsOf('campaign.create', { name: '=Fair {{ $json.index }}' }, 5)).toEqual([]);
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
		const fields = { leadListId: byId(301), prospectIds: '={{ 5008 + $json.index }}' };
		const { error, json } = await run('leadList.addLeads', fields, {
			nodeType,
			items: items({ index: 0 }, { index: 1 }),
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
		answerWith({ success: true, count: 1 });
		answerWith({ success: true, count: 0 });
		answerWith({ success: true, count: 1 });

		expect(await hintsOf('leadList.addToCampaign', given, 3)).toEqual([
			'Only 2 of 3 prospects were added: the service adds at most 9 per company (raise Prospects per Company to add more), and nobody who is in another campaign (turn on Allow Duplicates to add them). It may also leave out people who are in the campaign already',
		]);
	});

	it('say nothing when all were added', async () => {
		answerWith({ success: true, count: 2 });

		expect(await hintsOf('leadList.addToCampaign', withIds('5008,5009,5008'))).toEqual([]);
	});

	it('tell what a whole list is held to, for nobody knows how many it holds', async () => {
		const fields = { ...toCampaign, allowDuplicates: true };

		expect(await hintsOf('leadList.addToCampaign', fields)).toEqual([
			'Prospects added: 3. If you expected more: the service adds at most 1 per company (raise Prospects per Company to add more). It may also leave out people who are in the campaign already',
		]);
	});
});
