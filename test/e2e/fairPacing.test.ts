import { chain, type WorkflowNode } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { ACTION_TYPE, CREDENTIAL_TYPE } from '../../dev/n8n/ownNodes';
import { ACTION, setStage } from './stage';

const START = 'Start';
/** What the service and the credential allow within a minute. */
const PER_MINUTE = 10;
/** More than in two minutes. */
const WAITING = 25;
const READ = {
	resource: 'campaign',
	operation: 'get',
	campaignId: { __rl: true, mode: 'id', value: '101' },
	// Equal reads of a run are one request.
	options: { timeout: '={{ 60 + $itemIndex }}' },
};

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

const plain = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowNode => ({
	...stage.node(name, `n8n-nodes-base.${type}`, parameters),
	typeVersion,
	credentials: undefined,
});

it('lets one request through within a minute while a run of many waits for the same key', async () => {
	const { url, apiKey } = stage.simulator;
	stage.simulator.configure({ requestsPerMinute: PER_MINUTE });
	const data = { baseUrl: url, apiKey, requestsPerMinute: PER_MINUTE };
	const paced = await stage.client.createCredential('Paced', CREDENTIAL_TYPE, data);
	const many = [
		plain(START, 'manualTrigger', 1),
		plain('Numbers', 'code', 2, {
			jsCode: `return Array.from({ length: ${WAITING} }, (_, index) => ({ json: { index } }))`,
		}),
	];
	const { id: longRun } = await stage.save(
		chain('Many', ...many, stage.node(ACTION, ACTION_TYPE, READ, paced)),
	);
	const { id: shortRun } = await stage.save(
		chain('One', plain(START, 'manualTrigger', 1), stage.node(ACTION, ACTION_TYPE, READ, paced)),
	);
	const patience = { timeoutMs: 300_000 };
	const running = stage.client.run(longRun, START, patience);
	const hasFilledTheMinute = () => stage.simulator.requests.length >= PER_MINUTE || undefined;
	await until('the limit', hasFilledTheMinute);
	const one = await stage.client.run(shortRun, START, patience);
	const served = stage.simulator.requests.length;
	const longExecution = await running;

	expect(one.items(ACTION)).toHaveLength(1);
	// In the second minute, not after all that had been waiting before it.
	expect(served).toBeLessThanOrEqual(2 * PER_MINUTE);
	expect(longExecution.items(ACTION)).toHaveLength(WAITING);
	expect(stage.simulator.requests.map(({ status }) => status)).toEqual(
		Array<number>(WAITING + 1).fill(200),
	);
	await stage.client.deleteCredential(paced.id);
});
