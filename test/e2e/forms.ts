/** Filling n8n's forms as a browser does, and looking into a run that waits for one. */
import { z } from 'zod';
import type { N8nClient } from '../../dev/n8n/client';
import { readExecution, storedExecutionSchema } from '../../dev/n8n/execution';
import { until } from '../../dev/until';

/** What a node of the run that waits has put out, once there is such a run. */
export async function waitingData(
	{ session }: N8nClient,
	workflowId: string,
	node: string,
): Promise<Record<string, unknown>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['waiting'] }));
	const list = z.object({ results: z.array(z.object({ id: z.string() })) });
	return await until('a run that waits', async () => {
		const { results } = await session.request('GET', `/executions?filter=${filter}`, list);
		const id = results[0]?.id;
		if (id === undefined) return undefined;
		const path = `/executions/${id}`;
		const stored = await session.request('GET', path, storedExecutionSchema);
		return readExecution(stored).items(node)[0]?.json;
	});
}

export async function openForm(url: string): Promise<string> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`The form was answered with ${response.status}`);
	return await response.text();
}

/**
 * Sends the values of a form's fields, in their order. n8n registers a form's page before what takes its
 * values: until then it answers 404, and nothing has started.
 */
export async function submitForm(url: string, values: Array<string | File>): Promise<void> {
	const body = new FormData();
	values.forEach((value, place) => body.append(`field-${place}`, value));
	const response = await until('the form to take values', async () => {
		const answer = await fetch(url, { method: 'POST', body });
		return answer.status === 404 ? undefined : answer;
	});
	if (response.ok) return;
	throw new Error(`The form was answered with ${response.status}: ${await response.text()}`);
}
