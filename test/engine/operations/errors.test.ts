import type { IDataObject } from 'n8n-workflow';
import { answerWith, byId, credentials, items, run, simulator, succeed, wire } from './support';

const campaignId = byId(103);
const deleteStep = { campaignId, stepId: byId(10301) };

describe('what a user sees when the service refuses', () => {
	it('a request without a key: its words, and where to enter the key', async () => {
		answerWith({ error: 'Missing API key', message: 'Provide X-API-Key header' }, 401);
		const { error } = await run('campaign.getAll');

		expect(error).toMatchObject({ message: 'Missing API key', httpCode: '401' });
		expect(error?.description).toMatch(/Provide X-API-Key header.*[Oo]pen the credential/);
	});

	it('a key that is not valid: its words, and what a key must be', async () => {
		const { error } = await run(
			'campaign.getAll',
			{},
			{
				credentials: { ...credentials(), apiKey: `${'5f3a9c1e'}.revoked` },
			},
		);

		expect(error).toMatchObject({ message: 'Invalid API key', httpCode: '401' });
		expect(error?.description).toMatch(/the whole prefix\.secret/);
	});

	it('too many requests: nothing, for the node waits and asks again', async () => {
		const headers = { 'retry-after': '1' };
		simulator.current.plan({ status: 429, body: { error: 'Rate limit exceeded' }, headers });

		expect(await succeed('campaign.getAll', { returnAll: true })).toHaveLength(4);
		expect(wire()).toHaveLength(2);
	});

	it('to delete a step of an ACTIVE campaign: its words, and to pause the campaign', async () => {
		const { error } = await run('campaignStep.delete', {
			campaignId: byId(101),
			stepId: byId(10101),
		});

		expect(error?.message).toBe('Cannot delete steps from an active campaign');
		expect(error?.description).toMatch(/Pause the campaign first/);
	});

	it('a campaign that it does not know: its words, and the ID', async () => {
		const { error } = await run('campaignStep.delete', { ...deleteStep, campaignId: byId(9) });

		expect(error?.message).toBe('Campaign not found');
		expect(error?.description).toMatch(/Campaign ID 9 is not among the campaigns/);
	});

	it('with success false, whatever the status', async () => {
		answerWith({ success: false, error: 'Not today' }, 200);
		const { error } = await run('campaignStep.delete', deleteStep);

		expect(error?.message).toBe('Not today');
	});

	it('a value: every field that it names', async () => {
		answerWith({ language: ['Enter a short language code.'], name: ['Too long.'] }, 400);
		const updateFields = { language: 'x', name: 'y' };
		const { error } = await run('campaign.update', { campaignId, updateFields });

		expect(error?.message).toBe('language: Enter a short language code.');
		expect(error?.description).toMatch(/name: Too long/);
	});
});

/**
 * Whether n8n sends an item to the error output before n8n-core 2.36 (1.122.48 and 2.0.2,
 * workflow-execute.js, handleNodeErrorOutput); later releases take more.
 */
function isFailedToOlder(json: IDataObject): boolean {
	const { length } = Object.keys(json);
	return Boolean(json.error) && (length === 1 || (length === 2 && Boolean(json.message)));
}

describe('the error output', () => {
	const steps = items({ campaign: 101, id: 10101 }, { campaign: 103, id: 10301 }, { id: 'none' });
	const deletion = {
		campaignId: byId('={{ $json.campaign ?? 103 }}'),
		stepId: byId('={{ $json.id }}'),
	};

	it('gets each item that failed, and the other output the rest', async () => {
		const { outputs } = await run('campaignStep.delete', deletion, {
			items: steps,
			onError: 'continueErrorOutput',
		});

		const [succeeded, failed] = outputs.map((output) => output.map(({ json }) => json));
		expect(succeeded).toMatchObject([{ deleted: true }]);
		expect(failed).toEqual([
			{
				error: 'Cannot delete steps from an active campaign',
				message: expect.stringMatching(/^400: .*Pause the campaign first/),
			},
			{
				error: expect.stringMatching(/^Campaign Step: expected an ID such as 1042 .*, got "none"/),
			},
		]);
		for (const json of failed ?? []) expect([json, isFailedToOlder(json)]).toEqual([json, true]);
	});

	it.each([
		['that says nothing', { status: 418, body: {} }, /^418/],
		['whose answer is lost', { kind: 'resetAfter' as const }, /^ECONN.*may happen twice/],
		['with success false', { status: 200, body: { success: false, error: 'No' } }, undefined],
	])('gets an item %s, by the rule of every release', async (_what, fault, message) => {
		simulator.current.plan(fault);
		const { outputs } = await run(
			'leadList.create',
			{ name: 'A' },
			{ onError: 'continueErrorOutput' },
		);

		expect(outputs[0]).toEqual([]);
		const [item] = outputs[1] ?? [];
		expect([item?.json, isFailedToOlder(item?.json ?? {})]).toEqual([item?.json, true]);
		if (message) expect(item?.json.message).toMatch(message);
	});

	it('gets the items that are refused in view of the others', async () => {
		const fields = { prospectId: '={{ $json.id }}', message: 'Hi' };
		const { outputs } = await run('chat.sendMessage', fields, {
			items: items({ id: 5001 }, { id: 5001 }),
			onError: 'continueErrorOutput',
		});

		expect(outputs.map(({ length }) => length)).toEqual([1, 1]);
		expect(isFailedToOlder(outputs[1]?.[0]?.json ?? {})).toBe(true);
	});
});
