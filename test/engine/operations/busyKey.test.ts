import type { INodeParameters } from 'n8n-workflow';
import { until } from '../../../dev/until';
import { runAt } from '../faults/acceleratedClock';
import { byId, credentials, editor, items, node, run, simulator, wire } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual('../faults/acceleratedClock'),
);

const LIMIT = 5;
const { searchCampaigns, searchLeadLists, searchSteps } = node.methods.listSearch;
const campaign: INodeParameters = { campaignId: byId(103) };
const busy = () => ({ ...credentials(), requestsPerMinute: LIMIT });
const busyEditor = () => editor(campaign, busy());

let keys = 0;
beforeEach(() => {
	// A minute of the package lasts a second.
	runAt(60);
	// A key for each test, since what was sent with a key counts on.
	simulator.current.configure({ apiKeys: [`prefix.busy-${++keys}`] });
});

/** Reads more than the key may in five windows, and does `work` once the first of them is used up. */
async function whileBusy(work: () => Promise<unknown>): Promise<{ sentMeanwhile: number }> {
	let sent: Promise<number> | undefined;
	// Equal reads are one request: these differ in something that is not sent.
	const different = { ...campaign, options: { timeout: '={{ 60 + $itemIndex }}' } };
	await run('campaign.get', different, {
		items: items(...Array.from({ length: 6 * LIMIT }, () => ({}))),
		credentials: busy(),
		onStart: (stop) => {
			sent = until('a window that is used up', () => wire().length >= LIMIT || undefined)
				.then(async () => {
					const before = wire().length;
					await work();
					return wire().length - before;
				})
				.finally(stop);
		},
	});
	return { sentMeanwhile: (await sent) ?? NaN };
}

it.each([
	['campaigns', () => searchCampaigns.call(busyEditor())],
	['lead lists', () => searchLeadLists.call(busyEditor())],
	['steps', () => searchSteps.call(busyEditor())],
])('a list of %s in the editor does not wait for a run on a busy key', async (_what, search) => {
	const { sentMeanwhile } = await whileBusy(search);

	// It goes with the next window, however many of the run wait for theirs.
	expect(sentMeanwhile).toBeLessThanOrEqual(2 * LIMIT);
});
