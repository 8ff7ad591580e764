import type { Fault } from '../../../dev/simulator';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { triggerNode } from '../../unit/trigger/triggerNode';
import { FakeN8n } from '../../unit/trigger/fakeN8n';
import { service } from '../api/support';
import { elapsed } from './acceleratedClock';
import { allResponsesEnded, FOUR_TRIES, hurry, MARGIN, UNFINISHED } from './hostile';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./acceleratedClock'));

jest.setTimeout(60_000);

const trigger = triggerNode('published');
let n8n: FakeN8n;

beforeEach(async () => {
	hurry();
	n8n = await FakeN8n.start(new PublicOutreachTrigger(), service.current, [trigger]);
});
afterEach(async () => {
	await n8n.unpublish(trigger);
	await n8n.close();
});

const strike = (fault: Fault, times: number) => service.current.plan({ ...fault, times });

/** The URLs that the service's webhook was set to, oldest first. */
const puts = () => service.current.requests.map(({ method, body }) => `${method} ${body}`);

/** The registered URL is n8n's, and n8n knows its secret. */
function expectRegistered(): void {
	const { webhookUrl } = service.current;
	const { origin, pathname, searchParams } = new URL(webhookUrl ?? '');
	expect(origin + pathname).toBe(n8n.productionUrl(trigger));
	expect(n8n.database.get(trigger.workflowId)).toContain(searchParams.get('secret'));
}

describe('a registration whose response', () => {
	it.each(UNFINISHED)('%s is retried, four times at most', async (_how, fault, message) => {
		strike(fault, 1);
		await n8n.publish(trigger);

		expectRegistered();
		expect(puts()).toHaveLength(2);
		expect(new Set(puts()).size).toBe(1);
		await allResponsesEnded();

		await n8n.unpublish(trigger);
		const before = puts().length;
		strike(fault, 4);
		const took = await elapsed(async () => {
			await expect(n8n.publish(trigger)).rejects.toThrow(`${message}. Try again later`);
		});

		expect(puts().slice(before)).toHaveLength(4);
		expect(new Set(puts().slice(before)).size).toBe(1);
		await allResponsesEnded();
		expect(took).toBeLessThan(FOUR_TRIES + MARGIN);
		await n8n.publish(trigger);
		expectRegistered();
	});

	it.each<[string, () => void]>([
		['is text as text/html', () => service.current.configure({ responseForm: 'textHtml' })],
		['is cut', () => strike({ kind: 'truncated' }, 1)],
	])('%s counts as done, for the service has accepted it', async (_how, plan) => {
		plan();

		await n8n.publish(trigger);
		expect(puts()).toHaveLength(1);
		expectRegistered();
	});

	it('is a page of a proxy does not count as done', async () => {
		strike({ kind: 'html' }, 1);

		await expect(n8n.publish(trigger)).rejects.toThrow(/an HTML page .*log-in page/);
		await n8n.publish(trigger);
		expectRegistered();
	});
});
