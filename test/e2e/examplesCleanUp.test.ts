import type { Execution } from '../../dev/n8n/execution';
import { useExamples } from './exampleStage';

/** A draft of the simulator with several steps. */
const DRAFT = 103;
const STEPS = `/api/v1/public/campaigns/${DRAFT}/steps/`;

const examples = useExamples();

describe('clean up steps', () => {
	it('lists the empty steps of drafts and deletes nothing, as imported', async () => {
		emptyLastSteps();
		const before = stepCounts();
		const execution = await run(false);

		expect(results(execution, 'Would Delete')).toHaveLength(2);
		expect(results(execution, 'Would Delete')[0]).toMatch(/^Would delete the empty step \d+ of /);
		expect(stepCounts()).toEqual(before);
		expect(deletions()).toEqual([]);
	});

	it('deletes them when told to, and leaves campaigns alone that are no drafts', async () => {
		emptyLastSteps();
		const before = stepCounts();
		const execution = await run(true);

		for (const [place, { status, steps }] of examples.simulator.state.campaigns.entries()) {
			expect(steps).toHaveLength((before[place] ?? 0) - (status === 'DRAFT' ? 1 : 0));
		}
		expect(results(execution, 'Deleted')).toHaveLength(2);
		expect(results(execution, 'Left Alone')).toContain(
			'Left Trial Follow-up Q2 alone: it is ACTIVE',
		);
	});

	it.each([
		['is no email', { step_type: 'LINKEDIN_MESSAGE' }],
		['has a text in variant B', { message_template_b: 'Hello' }],
		['shows no text at all', { message_template: undefined }],
		['shows null for the text', { message_template: null }],
		['shows no variant B', { message_template_b: undefined }],
	])('keeps a step that %s', async (_what, change) => {
		const step = campaign().steps[0];
		Object.assign(step ?? {}, { message_template: '', message_template_b: '', ...change });
		const execution = await run(true);

		expect(execution.items('Get the Step').length).toBeGreaterThan(0);
		expect(deletions()).toEqual([]);
	});

	it('does not take a message that the list leaves out for an empty one', async () => {
		const steps = campaign().steps.map(({ id }) => ({ id, step_type: 'EMAIL' }));
		examples.simulator.plan({ method: 'GET', path: STEPS, status: 200, body: { steps } });
		await run(true);

		expect(deletions()).toEqual([]);
	});

	it('keeps a step that could not be read, and says so', async () => {
		emptyLastSteps();
		const id = campaign().steps.at(-1)?.id;
		const body = { success: false, error: 'Step not found' };
		examples.simulator.plan({ method: 'GET', path: `${STEPS}${id}/`, status: 404, body });
		const execution = await run(true);

		expect(results(execution, 'Not Read')[0]).toContain('Step not found');
		expect(deletions()).not.toContain(`${STEPS}${id}/`);
		expect(results(execution, 'Deleted')).toHaveLength(1);
	});

	it('goes on when the service keeps a step, and says why', async () => {
		emptyLastSteps();
		const error = 'Steps cannot be deleted from an active campaign';
		examples.simulator.plan({ method: 'DELETE', status: 400, body: { success: false, error } });
		const execution = await run(true);

		expect(results(execution, 'Kept')[0]).toContain(error);
		expect(results(execution, 'Deleted')).toHaveLength(1);
	});
});

function campaign() {
	const found = examples.simulator.state.campaigns.find(({ id }) => id === DRAFT);
	if (found === undefined) throw new Error('The simulator has no such campaign');
	return found;
}

function emptyLastSteps(): void {
	for (const { steps } of examples.simulator.state.campaigns) {
		Object.assign(steps.at(-1) ?? {}, { message_template: ' ', message_template_b: '' });
	}
}

const stepCounts = () => examples.simulator.state.campaigns.map(({ steps }) => steps.length);

function deletions(): string[] {
	const { requests } = examples.simulator;
	return requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

async function run(deleteForReal: boolean): Promise<Execution> {
	// As imported it is false.
	const settings = deleteForReal ? { deleteForReal } : {};
	const execution = await examples.run('clean-up-steps.json', { settings });
	expect(execution.error()?.message).toBeUndefined();
	return execution;
}

function results(execution: Execution, node: string): string[] {
	return execution.items(node).map(({ json }) => String(json.result));
}
