/** One incoming message on its whole way, seen from outside and told in a few lines. */
import { z } from 'zod';
import type { N8nClient } from '../n8n/client';
import type { Execution } from '../n8n/execution';
import { TRIGGER_TYPE } from '../n8n/ownNodes';
import type { StoredWorkflow } from '../n8n/workflow';
import { wait } from '../platform';
import { say } from '../progress';
import type { LoggedDelivery, Simulator } from '../simulator';
import { until } from '../until';

interface Shown {
	client: N8nClient;
	example: StoredWorkflow;
	simulator: Simulator;
	n8nUrl: string;
}

/** A second item that was to come would have come by then: the first takes a fraction of it. */
const SETTLE_MS = 1500;
/** The node of the example that adds a row; the one that posts to Slack waits for a credential. */
const SAVING = 'Save the Message';

const messageSchema = z.object({
	message_id: z.string(),
	message: z.string(),
	lead: z.object({ first_name: z.string(), last_name: z.string() }),
});
const deliveredSchema = z.object({ message: messageSchema });

/** Publishes the example, has a lead write and delivers that twice; throws at what was not seen. */
export async function demonstrate(shown: Shown): Promise<void> {
	say('\nWhat happened');
	await showRegistration(shown);
	const delivered = await showDelivery(shown);
	await showExecution(shown, delivered);
	await showDuplicate(shown, delivered);
}

function seen(line: string): void {
	say(`  ✓ ${line}`);
}

async function showRegistration({ client, example, simulator, n8nUrl }: Shown): Promise<void> {
	await client.publish(example.id);
	const url = await until(
		"the trigger's URL to be registered with the service",
		() => simulator.webhookUrl ?? undefined,
	);
	if (!url.startsWith(`${n8nUrl}/webhook/`)) throw new Error(`Another URL is registered: ${url}`);
	seen(`"${example.name}" was published, and registered with the service:\n      ${url}`);
}

/** The body as delivered, and the message in it. */
interface Delivered {
	body: string;
	message: z.infer<typeof messageSchema>;
}

async function showDelivery({ simulator }: Shown): Promise<Delivered> {
	const delivery = taken(await simulator.sendMessage());
	const { message } = deliveredSchema.parse(JSON.parse(delivery.body));
	const { first_name, last_name } = message.lead;
	seen(`${first_name} ${last_name} wrote "${message.message}", answered with 200`);
	return { body: delivery.body, message };
}

async function showExecution(shown: Shown, delivered: Delivered): Promise<void> {
	const { message_id } = delivered.message;
	const execution = await until(
		`an execution with the item ${message_id}`,
		async () => (await executionsOf(shown, message_id))[0],
	);
	seen(`Execution ${execution.id} started, with one item: ${message_id}`);

	const [row] = execution.items(SAVING);
	if (row === undefined) {
		const failure = execution.error(SAVING) ?? execution.error();
		throw new Error(`"${SAVING}" failed: ${failure?.message}`);
	}
	const { lead, company, message } = row.json;
	const saved = JSON.stringify({ lead, company, message });
	seen(`"${SAVING}" added a row to a data table of n8n: ${saved}`);
}

async function showDuplicate(shown: Shown, { body, message }: Delivered): Promise<void> {
	taken(await shown.simulator.deliver(body, { rawText: true }));
	await wait(SETTLE_MS);
	const items = (await executionsOf(shown, message.message_id)).length;
	if (items !== 1) throw new Error(`The same message came out ${items} times`);
	seen('The same message was delivered again, answered with 200 and dropped');
}

function taken(delivery: LoggedDelivery | undefined): LoggedDelivery {
	if (delivery?.status === 200) return delivery;
	throw new Error(`The response to a delivery was ${delivery?.status}: ${delivery?.response}`);
}

/** The executions in which this message came out of the trigger, once for each time that it did. */
async function executionsOf({ client, example }: Shown, messageId: string): Promise<Execution[]> {
	const trigger = nodeOf(example, TRIGGER_TYPE);
	const summaries = await client.executions(example.id);
	const executions = await Promise.all(summaries.map(async ({ id }) => await client.execution(id)));
	return executions.flatMap((execution) =>
		execution
			.items(trigger)
			.filter(({ json }) => json.message_id === messageId)
			.map(() => execution),
	);
}

function nodeOf({ name, nodes }: StoredWorkflow, type: string): string {
	const node = nodes.find((candidate) => candidate.type === type);
	if (node === undefined) throw new Error(`"${name}" has no node of type ${type}`);
	return node.name;
}
