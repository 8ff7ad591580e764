import { wait } from '../../../dev/platform';
import { deliverEach } from './messages';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

/** The pauses between attempts grow up to four minutes. */
const IN_THE_END = { timeoutMs: 300_000, everyMs: 250 };

let stage: TriggerStage;
let alone: TriggerStage;
beforeEach(async () => {
	[stage, alone] = [await setTriggerStage(), await setTriggerStage()];
});
afterEach(async () => {
	for (const one of [stage, alone]) {
		one.simulator.cancelFaults();
		await one.clear();
	}
});

it('tells the service afterwards who left while it refused for two minutes', async () => {
	const last = await alone.published('Deleted');
	const registered = await stage.published('Registered');
	const other = await stage.published('Other');
	const error = 'Down for maintenance';
	const refusal = { method: 'PUT', path: WEBHOOK_PATH, status: 503, body: { error }, times: 1e6 };
	for (const { simulator } of [alone, stage]) simulator.plan(refusal);
	await Promise.all([alone.remove(last), stage.unpublish(registered), wait(120_000)]);
	for (const { simulator } of [alone, stage]) simulator.cancelFaults();

	await stage.webhookIs(other, IN_THE_END);
	await deliverEach(stage.simulator, ['afterwards']);
	await stage.runs.expectOnly(other, ['afterwards']);
	expect(stage.registrations()).not.toContain(null);
	await alone.webhookIs(null, IN_THE_END);
}, 600_000);
