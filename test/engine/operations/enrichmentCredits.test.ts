import type { INodeParameters } from 'n8n-workflow';
import { callTools } from './agent';
import { respondWith, byId, items, parametersOf, run, simulator, wire } from './support';

const enrich = (fields: INodeParameters): INodeParameters => ({
	leadListId: byId('={{ $json.id ?? 301 }}'),
	enrichmentType: 'FIND_EMAIL',
	...fields,
});
/** The lists that were enriched. */
const enriched = () => wire().map((line) => /lead-lists\/(\d+)/.exec(line)?.[1]);
const onError = 'continueRegularOutput';

describe('the credit limit of leadList.enrich', () => {
	it('holds for all items together, before the first is paid for', async () => {
		const input = items({ id: 301 }, { id: 302 }, { id: 303 });
		const { error } = await run('leadList.enrich', enrich({ prospectLimit: 40 }), { items: input });

		expect(error?.message).toMatch(/up to 360 credits, but only 300 are allowed/);
		expect(error?.description).toMatch(/Lower Limit, or raise Max Credits/);
		expect(wire()).toEqual([]);
	});

	it('fails the items over it alone, where the node continues', async () => {
		const fields = enrich({ prospectLimit: '={{ $json.n }}' });
		const input = items(...[50, 60, 45, 9].map((n, index) => ({ id: 301 + index, n })));
		const { json } = await run('leadList.enrich', fields, { items: input, onError });

		expect(enriched()).toEqual(['301', '303']);
		const error = 'Max Credits: this may cost up to 492 credits, but only 300 are allowed';
		expect(json.map((item) => item.error)).toEqual([undefined, error, undefined, error]);
	});

	const n = "={{ $fromAI('n', '', 'number') }}";
	const kind = "={{ $fromAI('kind') }}";

	it.each([
		[
			'more leads',
			{ prospectLimit: n },
			[[{ n: 101 }]],
			/ up to 303 credits, but only 300 are /,
			[],
		],
		[
			'a dearer kind',
			{ enrichmentType: kind },
			[[{ kind: 'FIND_PHONE' }]],
			/ up to 3000 credits, but only 300 are allowed/,
			[],
		],
		[
			'the tool again and again',
			{ maxCredits: 30, prospectLimit: n },
			[[{ n: 5 }], [{ n: 4 }], [{ n: 3 }], [{ n: 1 }]],
			/on top of the 27 spent in this execution, but only 30 are allow/,
			[5, 4, 1],
		],
		[
			'it several times at once',
			{ maxCredits: 10, prospectLimit: 3 },
			[[{}, {}, {}]],
			/on top of the 9 spent/,
			[3],
		],
	])('cannot be exceeded by a model that chooses %s', async (_what, fields, calls, words, paid) => {
		const before = simulator.current.state.credits;
		const tool = parametersOf('leadList.enrich', { ...enrich(fields), leadListId: byId(301) });
		const { error } = await callTools(tool, calls);

		expect(error?.message).toMatch(/Max Credits: this may cost/);
		expect(error?.message).toMatch(words);
		expect(wire().map((line) => Number(/"prospect_limit":(\d+)/.exec(line)?.[1]))).toEqual(paid);
		const leads = paid.reduce((sum, count) => sum + count, 0);
		expect(before - simulator.current.state.credits).toBe(3 * leads);
	});

	it('counts what the service took, or may have, and nothing for what it refused', async () => {
		respondWith({ success: false, error: 'Insufficient credits' }, 402);
		respondWith({ success: false, error: 'Unknown' });
		respondWith({ success: true });
		respondWith({ success: true, credits_deducted: 13 });
		const fields = enrich({ maxCredits: 30, prospectLimit: 2 });
		const input = items(...[301, 302, 303, 304, 305].map((id) => ({ id })));
		const { json } = await run('leadList.enrich', fields, { items: input, onError });

		expect(json[4]?.error).toMatch(/may cost up to 6 credits on top of the 25 spent/);
	});

	it('counts a deduction that is written as a negative number', async () => {
		respondWith({ success: true, credits_deducted: -13 });
		const fields = enrich({ maxCredits: 12, prospectLimit: 2 });
		const { json } = await run('leadList.enrich', fields, {
			items: items({ id: 301 }, { id: 302 }),
			onError,
		});

		expect(json).toMatchObject([
			{ success: true },
			{ error: expect.stringMatching(/the 13 spent/) },
		]);
	});

	it('counts nothing for an invalid item, nor for what the service has not done', async () => {
		simulator.current.plan({ status: 302, body: '' });
		const input = { items: items({ id: 302 }, { id: '' }), onError, maxTries: 2 } as const;
		const { json } = await run('leadList.enrich', enrich({ prospectLimit: 100 }), input);

		expect(enriched()).toEqual(['302', '302']);
		expect(json).toMatchObject([{ success: true }, { error: expect.stringMatching(/^Lead List/) }]);
	});

	it('does not hide what became of a request whose response was lost, when n8n retries', async () => {
		simulator.current.plan({ kind: 'resetAfter' });
		const fields = enrich({ maxCredits: 6, prospectLimit: 2 });
		const { error } = await run('leadList.enrich', fields, { maxTries: 3 });

		expect(wire()).toHaveLength(1);
		expect(error?.description).toMatch(/The service may have carried this out/);
	});
});

describe('leadList.enrich for several items', () => {
	const two = enrich({ prospectLimit: 2 });

	it.each<INodeParameters>([
		{},
		{ prospectLimit: '={{ $itemIndex + 1 }}', maxCredits: 1_000 },
		{ additionalFields: { webhookUrl: '=https://a.example/{{ $itemIndex }}' } },
	])('does not pay for the same leads again, with %j', async (fields) => {
		const input = items({}, {}, {});
		const { error } = await run('leadList.enrich', { ...two, ...fields }, { items: input });

		expect(error?.message).toMatch(
			/^3 items would enrich the same leads, and spend credits each time/,
		);
		expect(error?.description).toMatch(/Execute Once/);
		expect(wire()).toEqual([]);
	});

	it('pays once for the same leads, and for the others, where the node continues', async () => {
		const input = items({ id: 301 }, { id: 301 }, { id: 302 });
		const { json } = await run('leadList.enrich', two, { items: input, onError });

		expect(enriched()).toEqual(['301', '302']);
		const error = '2 items would enrich the same leads, and spend credits each time';
		expect(json.map((item) => item.error)).toEqual([undefined, error, undefined]);
	});
});
