import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../dev/simulator';
import { byId, credentials, items, run, simulator } from './support';

/**
 * Whether n8n sends an item to the error output before n8n-core 2.36 (1.122.48 and 2.0.2,
 * workflow-execute.js, handleNodeErrorOutput); later releases take more.
 */
function isFailedToOlder(json: IDataObject): boolean {
	const { length } = Object.keys(json);
	return Boolean(json.error) && (length === 1 || (length === 2 && Boolean(json.message)));
}

/** What comes out of the two outputs; what failed, by the rule of every release. */
async function outputsOf(
	name: string,
	fields: INodeParameters,
	input: IDataObject[],
	credential = {},
) {
	const onError = 'continueErrorOutput';
	const options = {
		items: items(...input),
		onError,
		credentials: credentials(credential),
	} as const;
	const { outputs } = await run(name, fields, options);
	const [succeeded, failed = []] = outputs.map((output) => output.map(({ json }) => json));
	for (const json of failed) expect([json, isFailedToOlder(json)]).toEqual([json, true]);
	return { succeeded, failed };
}

describe('the error output', () => {
	it('gets each item that failed, and the other output the rest', async () => {
		const steps = [{ campaign: 101, id: 10101 }, { campaign: 103, id: 10301 }, { id: 'none' }];
		const campaignId = byId('={{ $json.campaign ?? 103 }}');
		const fields = { campaignId, stepId: byId('={{ $json.id }}') };
		const { succeeded, failed } = await outputsOf('campaignStep.delete', fields, steps);

		expect(succeeded).toMatchObject([{ deleted: true }]);
		expect(failed).toEqual([
			{
				error: 'Cannot delete steps from an active campaign',
				message: expect.stringMatching(/^400: .*Pause the campaign in the service first/),
			},
			{
				error: expect.stringMatching(/^Campaign Step: expected an ID such as 1042 .*, got "none"/),
			},
		]);
	});

	it.each<[string, Fault, RegExp | undefined]>([
		['that says nothing', { status: 418, body: {} }, /^418/],
		['whose response is lost', { kind: 'resetAfter' }, /^ECONN.*may happen twice/],
		['with success false', { status: 200, body: { success: false, error: 'No' } }, undefined],
	])('gets an item %s', async (_what, fault, message) => {
		simulator.current.plan(fault);
		const { succeeded, failed } = await outputsOf('leadList.create', { name: 'A' }, [{}]);

		expect(succeeded).toEqual([]);
		expect(failed).toHaveLength(1);
		if (message) expect(failed[0]?.message).toMatch(message);
	});

	it('gets every item where no request can be sent at all', async () => {
		const key = { apiKey: 'prefix' };
		const { succeeded, failed } = await outputsOf('leadList.create', { name: 'A' }, [{}, {}], key);

		expect(succeeded).toEqual([]);
		expect(failed.map(({ error }) => error)).toEqual(
			Array(2).fill(expect.stringMatching(/^API Key/)),
		);
	});

	it('gets the items that are refused in view of the others', async () => {
		const fields = { prospectId: '={{ $json.id }}', message: 'Hi' };
		const { succeeded, failed } = await outputsOf('chat.sendMessage', fields, [
			{ id: 5001 },
			{ id: 5001 },
		]);

		expect([succeeded?.length, failed.length]).toEqual([1, 1]);
	});
});
