import { exampleFiles } from '../../dev/n8n/examples';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { node, useExamples } from './exampleStage';
import { classification, useServices } from './services/fakeServices';

const services = useServices();
const examples = useExamples(services);

interface AsImported {
	/** The node that a user runs it from, or what else somebody does with it; else a lead writes. */
	start?: string | ((workflow: StoredWorkflow) => Promise<void>);
	/** What the model says. */
	says?: string[];
	/** What it says instead of asking the service for anything. */
	refusal?: string;
	/** What it does elsewhere. */
	elsewhere?: string[];
}

const ROUTES = [
	...['Interested', 'Later', 'Wrong Person', 'Not Interested', 'Unsubscribe', 'Out of Office'],
];
const SLACK = 'POST slack.com/api/chat.postMessage';
const HUBSPOT = 'POST api.hubapi.com';

const CONTACT = expect.stringMatching(`^${HUBSPOT}/contacts/v1/contact/createOrUpdate/email/`);

const AS_IMPORTED: Record<string, AsImported> = {
	'answer-from-slack.json': {
		says: [
			classification('Question', 'Interested', 'Question', 'Not Interested', 'Unsubscribe'),
			'Yes',
		],
		elsewhere: [SLACK],
	},
	'assign-replies-in-turn.json': { elsewhere: [SLACK] },
	'classify-replies.json': { says: [classification('Interested', ...ROUTES)], elsewhere: [SLACK] },
	'enrich-and-wait.json': { start: 'Start', refusal: 'Lead List' },
	'exclude-customers.json': { start: 'Start', refusal: 'Campaign' },
	'google-sheet-to-campaign.json': { start: 'Start', refusal: 'Campaign' },
	'holiday-sending-window.json': { start: 'Every Night' },
	'messages-to-table.json': {},
	'out-of-office-reminder.json': { says: [classification('Out of Office', 'Out of Office'), '{}'] },
	'outreach-assistant.json': { start: writeAsStranger, says: [] },
	'positive-reply-to-deal.json': {
		says: [classification('Interested', 'Interested')],
		elsewhere: [
			CONTACT,
			`${HUBSPOT}/crm/v3/objects/deals/search`,
			`${HUBSPOT}/deals/v1/deal`,
			SLACK,
		],
	},
	'react-to-incoming-message.json': {},
	'replies-to-hubspot.json': {
		says: [classification('Nothing to Do', 'Needs a Reply', 'Unsubscribe', 'Nothing to Do')],
		elsewhere: [CONTACT, `${HUBSPOT}/crm/v3/objects/notes`],
	},
	'report-errors-to-slack.json': { start: 'When a Workflow Fails', elsewhere: [SLACK] },
	'search-to-campaign.json': { start: 'Start', refusal: 'Campaign' },
	'send-and-wait-for-reply.json': { start: 'Start', refusal: 'Nothing was sent' },
	'weekly-report-to-slack.json': { start: 'Every Monday', elsewhere: [SLACK] },
};

/** Nobody but the owner may write into the chat, which n8n's editor shows. */
async function writeAsStranger(workflow: StoredWorkflow): Promise<void> {
	await examples.publish(workflow);
	const { webhookId } = node(workflow, 'When You Write');
	const body = JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput: 'Hello' });
	const headers = { 'content-type': 'application/json' };
	const url = `${examples.stage.n8nUrl}/webhook/${webhookId}/chat`;
	expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(404);
}

/** Publishes it and has a lead write; it ends, or waits for somebody. */
async function letALeadWrite(workflow: StoredWorkflow): Promise<void> {
	await examples.publish(workflow);
	await examples.simulator.sendMessage({ message: 'Could we talk?', prospect_id: 5003 });
	await until('the end of the run', async () => {
		const [run] = await examples.stage.client.executions(workflow.id);
		return ['success', 'waiting'].includes(run?.status ?? '') || undefined;
	});
}

it('was looked at for each example', () => {
	expect(Object.keys(AS_IMPORTED).sort()).toEqual(exampleFiles().sort());
});

it.each(Object.entries(AS_IMPORTED))(
	'%s does no harm as imported',
	async (file, { start, says, refusal, elsewhere = [] }) => {
		const workflow = await examples.imported(file, { says });
		if (typeof start === 'string') {
			const error = (await examples.stage.client.run(workflow.id, start)).error();
			if (refusal) expect(error?.message).toContain(refusal);
			else expect(error?.message).toBeUndefined();
		} else await (start ?? letALeadWrite)(workflow);

		const wires = examples.wires();
		if (refusal) expect(wires).toEqual([]);
		expect(wires.filter((wire) => !wire.startsWith('GET '))).toEqual([]);
		const done = services.requests.map(({ method, url }) => `${method} ${url}`);
		expect(done).toEqual(elsewhere);
	},
);
