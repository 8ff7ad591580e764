import { deliverMany } from '../e2e/trigger/messages';
import { startOwnN8n, type OwnN8n } from '../../dev/n8n/ownN8n';
import { setTriggerStage, type TriggerStage } from '../e2e/trigger/stage';

const MESSAGES = 1_000;
const TIMES = 3;
const LISTENERS = 5;
/** As many as the service may have under way when leads reply to a campaign. */
const AT_ONCE = 15;

let n8n: OwnN8n;
let stage: TriggerStage;

beforeAll(async () => {
	n8n = await startOwnN8n();
	stage = await setTriggerStage(n8n.url);
});
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
});

it('makes one execution with one item of each of 1,000 messages in each of 5 workflows', async () => {
	const workflows = await stage.publishedAtOnce(LISTENERS);
	const ids = Array.from({ length: MESSAGES }, (_, number) => `message ${number}`);
	// The three deliveries of a message come at once, and again after all others.
	const deliveries = [...ids.flatMap((id) => Array<string>(TIMES - 1).fill(id)), ...ids];
	const responses = await deliverMany(stage.simulator, deliveries, AT_ONCE);
	const missed = deliveries.filter((_, place) => responses[place]?.status !== 200);

	expect(missed).toEqual([]);
	await stage.runs.expectOnly(workflows, ids);
});
