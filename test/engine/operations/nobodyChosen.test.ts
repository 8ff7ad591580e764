import type { INodeParameters } from 'n8n-workflow';
import { byId, items, run, simulator, wire } from './support';

/** An empty list of IDs, in every form in which a node before may give one. */
const EMPTY = [
	'={{ $json.added_ids }}',
	'[]',
	'={{ "[]" }}',
	'={{ [] }}',
	'={{ [].map((one) => one) }}',
	'={{ $json.ids ?? [] }}',
	'={{ $json.ids || [] }}',
];
const HINT = 'Prospect IDs is an empty list for an item, so nothing was sent';

const fields = (prospectIds: string): INodeParameters => ({
	leadListId: byId('={{ $json.list ?? 303 }}'),
	campaignId: byId(103),
	additionalFields: { prospectIds },
});

describe.each([
	['leadList.addToCampaign', { success: true, count: 0, prospects: [] }],
	['leadList.moveToCampaign', { success: true, count: 0 }],
])('%s', (name, output) => {
	it.each(EMPTY)('sends nothing where %s is empty, and says so', async (prospectIds) => {
		const input = items({ added_ids: [] });
		const { json, hints, error } = await run(name, fields(prospectIds), { items: input });

		expect(error).toBeUndefined();
		expect(wire()).toEqual([]);
		expect(json).toEqual([output]);
		expect(hints).toEqual([HINT]);
	});

	it('sends the others', async () => {
		const input = items({ ids: [] }, { ids: [5008] }, { ids: [] });
		const { json, hints, outputs } = await run(name, fields('={{ $json.ids }}'), { items: input });

		expect(wire()).toEqual([expect.stringContaining('[5008]')]);
		expect(json.map(({ count }) => count)).toEqual([0, 1, 0]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(hints).toContain('Prospect IDs is an empty list for 2 items, so nothing was sent');
	});

	it('is given nothing by a field that was not meant to be empty', async () => {
		const { error } = await run(name, fields('={{ $json.aded_ids }}'), { items: items({}) });

		expect(error?.message).toMatch(/^Prospect IDs is empty for this item/);
		expect(wire()).toEqual([]);
	});

	it('sends nothing as text either', async () => {
		const options = { idFormat: 'text' };
		await run(name, { ...fields('={{ [] }}'), options });

		expect(wire()).toEqual([]);
	});

	it('says of a list of companies how to find their people', async () => {
		const list = simulator.current.state.leadLists.find(
			({ search_type: type }) => type === 'COMPANY',
		);
		const given = { leadListId: byId(list?.id ?? 0), campaignId: byId(103) };
		const { error } = await run(name, given);

		expect(error?.httpCode).toBe('400');
		expect(error?.description).toMatch(/^Companies cannot be added .* Prospect: Search .* a list$/);
	});
});
