import type { Execution } from '../../dev/n8n/execution';
import { until } from '../../dev/until';
import { assign, importExample } from './importExample';
import { setStage } from './stage';

const LIST = 301;

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

async function imported(): Promise<string> {
	const workflow = await importExample(stage, 'enrich-and-wait.json');
	assign(workflow, 'Your Settings', { leadListId: String(LIST), howMany: 3 });
	await stage.client.updateWorkflow(workflow.id, workflow);
	return workflow.id;
}

/** The address that the service was given to call. */
async function addressToCall(): Promise<string> {
	const path = `/api/v1/public/lead-lists/${LIST}/enrichment/`;
	const request = await until('the request', () =>
		stage.simulator.requests.find((candidate) => candidate.path === path),
	);
	const body: Record<string, unknown> = JSON.parse(request.body);
	expect(body).toMatchObject({ enrichment_type: 'FIND_EMAIL', prospect_limit: 3, mode: 'async' });
	return String(body.webhook_url);
}

function leads(execution: Execution): unknown[] {
	const nodes = ['With an Email', 'Without an Email'];
	return nodes.flatMap((name) => execution.items(name)).map(({ json }) => json.id);
}

it('goes on when the service calls, whatever the call contains, and shows the leads', async () => {
	const run = stage.client.run(await imported(), 'Start');
	const url = await addressToCall();
	// Until the run waits, n8n refuses the call: with 500, and with 409 once it has stored the run.
	await until('the call to be taken', async () => {
		const { ok } = await fetch(url, { method: 'POST', body: 'done' });
		return ok ? true : undefined;
	});
	const execution = await run;

	expect(execution.error()?.message).toBeUndefined();
	const members = stage.simulator.state.leadLists.find(({ id }) => id === LIST)?.member_ids;
	expect(leads(execution).sort()).toEqual(members);
	expect(stage.simulator.state.credits).toBe(2500 - 3 * 3);
});

it('spends nothing before a list is entered', async () => {
	const { id } = await importExample(stage, 'enrich-and-wait.json');
	const execution = await stage.client.run(id, 'Start');

	expect(execution.error('Find Emails')?.message).toContain('Lead List');
	expect(stage.simulator.requests).toEqual([]);
});
