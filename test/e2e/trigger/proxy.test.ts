import { readSamples, sampling } from '../../../dev/soak/samples';
import type { OwnN8n } from '../../../dev/n8n/ownN8n';
import { newFolder, remove } from '../../../dev/folders';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { path, wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { SERVICE_HOST, startBehindGate, type Gate } from './gate';
import { deliverEach, deliverMany, deliverUntilTaken, deliveryOf } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

/** An n8n behind a proxy that turns requests away, those of n8n to itself too. */
let gate: Gate;
let n8n: OwnN8n;
let folder: string;
let samples: string;
const stages: TriggerStage[] = [];
let refused: Array<{ status: number; outcome: Promise<string> }>;

beforeAll(async () => {
	folder = newFolder('samples');
	samples = path.join(folder, 'samples.jsonl');
	({ gate, n8n } = await startBehindGate(sampling(samples, 2_000)));
	// n8n tries each of these publications five times, for most of a minute.
	refused = [await beginRefused(401), await beginRefused(502)];
}, 300_000);
afterAll(async () => {
	for (const stage of stages) await stage.clear();
	await n8n?.remove();
	await gate?.close();
	await remove(folder);
});

/** With keys and a service of its own. */
async function newStage(): Promise<TriggerStage> {
	const stage = await setTriggerStage(n8n.url, SERVICE_HOST);
	stages.push(stage);
	return stage;
}

/** By which the path of a trigger is recognized. */
const pathOf = ({ nodes }: StoredWorkflow) => String(nodes[0]?.webhookId);

async function beginRefused(status: number) {
	const stage = await newStage();
	gate.turnAway(pathOf(await stage.published('Registered')), status);
	const second = await stage.trigger('Second');
	await stage.client.publish(second.id);
	return { status, outcome: stage.outcomeOf(second) };
}

it('says immediately that a test would hear nothing if test URLs ask for a login', async () => {
	const stage = await newStage();
	const [draft, other] = [await stage.trigger('Draft'), await stage.trigger('Other')];
	const expectRefusal = async (tested: StoredWorkflow) =>
		await expect(stage.listen(tested)).rejects.toThrow(
			/\/webhook-test\/.*: it responds with 401\. Allow requests without a login/,
		);
	gate.turnAway('/webhook-test/', 401);
	await expectRefusal(draft);
	expect(stage.registrations()).toEqual([]);
	await stage.publish(other);
	for (const tested of [draft, other]) await expectRefusal(tested);
	gate.turnAway('/webhook-test/');
	await stage.listen(draft);
	await deliverEach(stage.simulator, ['for both']);

	await stage.runs.expectOnly(draft, ['for both'], { mode: 'manual' });
	await stage.runs.expectOnly(other, ['for both']);
	expect(stage.registrations()).toEqual([stage.webhook()]);
});

it('answers while it looks for workflows that were unpublished, and does so seldom', async () => {
	const stage = await newStage();
	const leaving = [await stage.published('Registered'), await stage.published('Other')];
	const staying = await stage.published('Staying');
	await stage.unpublish(...leaving);
	const paths = leaving.map(pathOf);
	gate.hold(...paths);
	await deliverEach(stage.simulator, ['afterwards']);
	await until('both to be looked for', () => gate.held === 2 || undefined);
	await stage.runs.expectOnly(staying, ['afterwards']);
	const { length } = n8n.logs();
	gate.hold();
	await wait(9_000);

	const lines = n8n.logs().slice(length).split('\n');
	const about = lines.filter((line) => paths.some((one) => line.includes(one)));
	expect(about.length).toBeGreaterThan(0);
	expect(about.length).toBeLessThan(9);
});

it('gives every message to the others while one cannot be reached, also when its queue is full', async () => {
	const stage = await newStage();
	const { simulator } = stage;
	const simplified = { output: 'simplified' };
	const others = [
		await stage.published('Registered', simplified),
		await stage.published('Other', simplified),
	];
	const lost = await stage.published('Out of reach', simplified);
	gate.turnAway(pathOf(lost), 502);
	const ids = Array.from({ length: 10 }, (_, number) => `message ${number}`);
	await deliverEach(simulator, ids);
	// More than 16 MiB, in a field that is not put out.
	const { lead } = deliveryOf('').message;
	for (const id of ['large', 'larger']) {
		const large = deliveryOf(id, { lead: { ...lead, headline: 'x'.repeat(8.5 * 1024 * 1024) } });
		expect((await simulator.deliver(large))?.status).toBe(200);
	}
	const taken = [...ids, 'large', 'larger'];
	await stage.runs.expectOnly(others, taken);
	const missed = ['missed', 'missed too'];
	for (const id of missed) {
		const { status, response } = { ...(await simulator.deliver(deliveryOf(id))) };
		expect([status, response]).toEqual([
			503,
			expect.stringContaining('One workflow has not taken'),
		]);
	}
	const all = [...taken, ...missed];
	await stage.runs.expectOnly(others, all);
	expect(n8n.logs()).toContain('its queue is full');

	gate.turnAway(pathOf(lost));
	for (const id of missed) await deliverUntilTaken(simulator, id);
	await stage.runs.expectOnly([...others, lost], all);
});

it('keeps bytes and IDs of messages that wait, and of others nothing', async () => {
	const stage = await newStage();
	const campaign = { id: 7, name: 'Seven', status: 'ACTIVE' };
	const registered = await stage.published('Registered', { campaignIds: [campaign.id] });
	const [waiting, tested] = [await stage.published('Waiting'), await stage.trigger('Tested')];
	gate.turnAway(pathOf(waiting), 502);
	const known = readSamples(samples).at(-1)?.contexts.total ?? 0;
	const ids = Array.from({ length: 20 }, (_, number) => `started ${number}`);
	for (const id of ids) await stage.simulator.deliver(deliveryOf(id, { campaign }));
	await stage.runs.expectOnly(registered, ids);
	await stage.listen(tested);
	gate.hold(pathOf(tested));
	const filtered = Array.from({ length: 200 }, (_, number) => `waiting ${number}`);
	const deliveries = await deliverMany(stage.simulator, filtered, 4);
	expect(new Set(deliveries.map((delivery) => delivery?.status))).toEqual(new Set([200]));

	await until('the contexts to be gone', () => {
		const { total, alive } = { ...readSamples(samples).at(-1)?.contexts };
		return (Number(total) >= known + 220 && Number(alive) < 20) || undefined;
	});
	gate.hold();
});

it('writes deliveries without the secret into the log once', async () => {
	const stage = await newStage();
	await stage.published('Verified');
	const bare = stage.webhook().replace(/\?.*/, '');
	for (let count = 0; count < 5; count++) {
		const { status } = await fetch(bare, { method: 'POST', body: '{}' });
		expect(status).toBe(401);
	}

	expect(n8n.logs().split('Refused a delivery without the secret')).toHaveLength(2);
});

it('says why n8n does not reach its own URL when a second workflow is published', async () => {
	for (const { status, outcome } of refused) {
		expect(await outcome).toMatch(
			new RegExp(`cannot reach its own webhook URL at \\S+ \\(it responds with ${status}\\)`),
		);
	}
	expect(await refused[0]?.outcome).toContain('Allow requests without a login');
});
