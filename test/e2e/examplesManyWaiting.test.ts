import { ALL_NODES } from '../../dev/n8n/environment';
import { until } from '../../dev/until';
import { importExample } from './exampleStage';
import { setRepliesStage, type RepliesStage } from './repliesStage';
import { startOwnN8n, type OwnN8n } from '../../dev/n8n/ownN8n';

const LEADS = 100;
const MINUTE_MS = 60_000;

let n8n: OwnN8n;
let stage: RepliesStage;

beforeAll(async () => {
	n8n = await startOwnN8n({ env: ALL_NODES });
	stage = await setRepliesStage(n8n.url);
}, 3 * MINUTE_MS);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
}, 3 * MINUTE_MS);

const profileOf = (number: number) => `https://www.linkedin.com/in/lead-${number}`;

it(
	`wakes each of ${LEADS} waiting runs once with its own reply, across a restart`,
	async () => {
		const patience = { timeoutMs: 5 * MINUTE_MS, everyMs: 1000 };
		const asking = await importExample(stage, 'send-and-wait-for-reply.json');
		await stage.publish(asking);
		const people = Array.from({ length: LEADS }, (_, number) => ({
			person: profileOf(number),
			message: `Question ${number}`,
			followUp: 'Still interested?',
		}));
		for (const { person } of people) stage.addLead(person);
		const numberOf = async (status: string) => await stage.count(asking, status);
		const all = async (status: string) => ((await numberOf(status)) === LEADS ? true : undefined);

		await stage.callForEach(asking, people);
		await until('all to wait', async () => await all('waiting'), patience);
		await replyOf(0, LEADS / 2);
		await n8n.restart();
		await replyOf(LEADS / 2, LEADS);
		await until('all to go on', async () => await all('success'), patience);

		const replies: string[] = [];
		for (const { id } of await stage.runs(asking)) {
			const items = (await stage.client.execution(id)).items('Reply');
			replies.push(...items.map(({ json }) => `${String(json.message)}: ${String(json.reply)}`));
		}
		const expected = people.map((_, number) => `Question ${number}: Reply ${number}`);
		expect(replies.sort()).toEqual(expected.sort());
		const sent = stage.simulator.requests.filter(({ method }) => method === 'POST');
		expect(sent).toHaveLength(LEADS);
		expect(await stage.rows()).toEqual([]);
	},
	15 * MINUTE_MS,
);

/** Each of them writes twice: what comes after the reply is for nobody who waits. */
async function replyOf(first: number, end: number): Promise<void> {
	for (let number = first; number < end; number += 1) {
		await stage.reply(profileOf(number), `Reply ${number}`);
	}
	await stage.reply(profileOf(first), 'One more thing');
}
