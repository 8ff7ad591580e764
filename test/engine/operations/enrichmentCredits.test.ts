import type { INodeParameters } from 'n8n-workflow';
import { callTool, callTools } from './agent';
import {
	answerWith,
	byId,
	items,
	parametersOf,
	refused,
	run,
	simulator,
	succeed,
	wire,
} from './support';

describe('the credit limit of leadList.enrich', () => {
	const enrich = (fields: INodeParameters): INodeParameters => ({
		leadListId: byId('={{ $json.id ?? 301 }}'),
		enrichmentType: 'FIND_EMAIL',
		...fields,
	});
	const creditsLeft = () => simulator.current.state.credits;

	it('is what 100 emails cost, unless a person sets another', async () => {
		await succeed('leadList.enrich', enrich({}));

		expect(wire()[0]).toContain('"prospect_limit":100');
	});

	it.each([
		['more leads', { prospectLimit: 101 }, 'up to 303 credits, and 300 are allowed'],
		['a dearer kind', { enrichmentType: 'FIND_PHONE' }, 'up to 3000 credits, and 300 are allowed'],
		['a lower limit', { maxCredits: 299 }, 'up to 300 credits, and 299 are allowed'],
	])('refuses %s than it allows before anything is sent', async (_what, fields, words) => {
		expect(await refused('leadList.enrich', enrich(fields))).toBe(
			`Max Credits: this may cost ${words}`,
		);
	});

	it('holds for all items together, before the first is paid for', async () => {
		const fields = enrich({ prospectLimit: 40 });
		const { error } = await run('leadList.enrich', fields, {
			items: items({ id: 301 }, { id: 302 }, { id: 303 }),
		});

		expect(error?.message).toMatch(/up to 360 credits, and 300 are allowed/);
		expect(error?.description).toMatch(/Lower Limit, or raise Max Credits/);
		expect(wire()).toEqual([]);
	});

	it('fails the items over it alone, where the node continues', async () => {
		const fields = { ...enrich({}), prospectLimit: '={{ $json.n }}' };
		const { json } = await run('leadList.enrich', fields, {
			items: items({ id: 301, n: 50 }, { id: 302, n: 60 }, { id: 303, n: 45 }, { id: 304, n: 9 }),
			onError: 'continueRegularOutput',
		});

		expect(wire().map((line) => /lead-lists\/(\d+)/.exec(line)?.[1])).toEqual(['301', '303']);
		const error = 'Max Credits: this may cost up to 492 credits, and 300 are allowed';
		expect(json.map((item) => item.error)).toEqual([undefined, error, undefined, error]);
	});

	it('cannot be an expression, which a model could fill in', async () => {
		const maxCredits = "={{ $fromAI('max', '', 'number') }}";

		expect(await refused('leadList.enrich', enrich({ maxCredits }))).toMatch(
			/^Max Credits: expected a number, not an expression/,
		);
	});

	it.each([
		['a number of leads', { prospectLimit: "={{ $fromAI('n', '', 'number') }}" }, { n: 101 }],
		['a kind', { enrichmentType: "={{ $fromAI('kind') }}" }, { kind: 'FIND_PHONE' }],
	])('cannot be exceeded by a model that chooses %s', async (_what, fields, given) => {
		const tool = parametersOf('leadList.enrich', { ...enrich(fields), leadListId: byId(301) });
		const { error } = await callTool(tool, given);

		expect(error?.message).toMatch(/Max Credits: this may cost up to .* and 300 are allowed/);
		expect(wire()).toEqual([]);
	});

	it('cannot be exceeded by a model that calls the tool again and again', async () => {
		const before = creditsLeft();
		const fields = { ...enrich({ maxCredits: 30 }), leadListId: byId(301) };
		const tool = parametersOf('leadList.enrich', {
			...fields,
			prospectLimit: "={{ $fromAI('n', '', 'number') }}",
		});
		const { error } = await callTools(tool, [[{ n: 5 }], [{ n: 4 }], [{ n: 3 }], [{ n: 1 }]]);

		expect(error?.message).toMatch(/besides 27 credits spent in this execution, and 30 are allow/);
		expect(wire().map((line) => /"prospect_limit":(\d+)/.exec(line)?.[1])).toEqual(['5', '4', '1']);
		expect(before - creditsLeft()).toBe(30);
	});

	it('cannot be exceeded by calls at the same time', async () => {
		const before = creditsLeft();
		const tool = parametersOf('leadList.enrich', {
			...enrich({ maxCredits: 10, prospectLimit: 3 }),
			leadListId: byId(301),
		});
		const { error } = await callTools(tool, [[{}, {}, {}]]);

		expect(error?.message).toMatch(/Max Credits: .*besides 9 credits/);
		expect(wire()).toHaveLength(1);
		expect(before - creditsLeft()).toBe(9);
	});

	it('counts what the service took, and nothing for what it refused', async () => {
		answerWith({ success: false, error: 'Insufficient credits' }, 402);
		answerWith({ success: true, credits_deducted: 3 });
		const fields = enrich({ maxCredits: 12, prospectLimit: 2 });
		const { json } = await run('leadList.enrich', fields, {
			items: items({ id: 301 }, { id: 302 }),
			onError: 'continueRegularOutput',
		});

		expect(json).toMatchObject([{ error: 'Insufficient credits' }, { credits_deducted: 3 }]);
	});

	it('does not hide what became of a request whose answer was lost, when n8n retries', async () => {
		simulator.current.plan({ kind: 'resetAfter' });
		const fields = enrich({ maxCredits: 6, prospectLimit: 2 });
		const { error } = await run('leadList.enrich', fields, { maxTries: 3 });

		expect(wire()).toHaveLength(1);
		expect(error?.description).toMatch(/unknown whether the service carried this out/);
	});
});

describe('leadList.enrich for several items', () => {
	it('does not pay for the same leads again', async () => {
		const fields = { leadListId: byId(301), prospectLimit: 2 };
		const { error } = await run('leadList.enrich', fields, { items: items({}, {}, {}) });

		expect(error?.message).toMatch(
			/^3 items would enrich the same leads, and spend credits each time/,
		);
		expect(error?.description).toMatch(/Execute Once/);
		expect(wire()).toEqual([]);
	});

	it('pays once for the same leads, and for the others, where the node continues', async () => {
		const fields = { leadListId: byId('={{ $json.id }}'), prospectLimit: 2 };
		const { json } = await run('leadList.enrich', fields, {
			items: items({ id: 301 }, { id: 301 }, { id: 302 }),
			onError: 'continueRegularOutput',
		});

		expect(wire().map((line) => /lead-lists\/(\d+)/.exec(line)?.[1])).toEqual(['301', '302']);
		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			'2 items would enrich the same leads, and spend credits each time',
			undefined,
		]);
	});
});
