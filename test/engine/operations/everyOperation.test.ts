import type { INodeExecutionData } from 'n8n-workflow';
import { operations } from '../../../dev/generated/operations';
import { cases } from './cases';
import { items, run, simulator, wire } from './support';

const operationOf = (name: string) => operations.find(({ id }) => id === name);

/** Matches the requests that an operation documents: `GET /api/v1/public/campaigns/{id}/`. */
function documented(name: string): RegExp {
	const { request = '' } = operationOf(name) ?? {};
	const pattern = request
		.replace('{method}', '[A-Z]+')
		.replace('{path}', '.*')
		.replace(/\{\w+\}/g, '[^/ ]+');
	return new RegExp(`^${pattern}(?=[ ?]|$)`);
}

/** The error of a run that had to succeed, with what is probably missing. */
function explained(error?: { message: string }): string | undefined {
	const [last] = simulator.current.requests.slice(-1);
	const { method, path, status } = last ?? {};
	if (error === undefined || status !== 404) return error?.message;
	const missing = /not found$/.test(error.message)
		? 'give its case three items in test/engine/operations/cases.ts, if it uses up what it works on'
		: 'does dev/simulator/routes/ have this route?';
	return `${method} ${path}: ${error.message} (${missing})`;
}

it('every operation has a case in test/engine/operations/cases.ts, and every case has its operation', () => {
	expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
});

describe.each(Object.entries(cases))('%s', (name, { fields, wire: expected, items: given }) => {
	const input = items(...(given ?? [{}, {}, {}]));
	const refusal = { status: 400, body: { error: 'Planned refusal' }, times: 1 } as const;

	it('sends exactly one request, as documented', async () => {
		const { error, json } = await run(name, fields);

		expect(explained(error)).toBeUndefined();
		expect(wire()).toEqual([expected]);
		expect(expected).toMatch(documented(name));
		expect(simulator.current.requests[0]?.status).toBeLessThan(300);
		for (const item of json) {
			expect(operationOf(name)?.output.safeParse(item).error?.issues).toBeUndefined();
			if (name.endsWith('.delete')) expect(item).toMatchObject({ deleted: true });
		}
	});

	const { effect } = operationOf(name) ?? {};
	const isRead = effect === 'read' || expected.startsWith('GET ');
	// Equal reads are one request: these differ.
	const different = { ...fields, options: { timeout: '={{ 50 + $itemIndex }}' } };

	it('processes all items, and every output item names the one it came from', async () => {
		const { outputs, error } = await run(name, different, { items: input });

		expect(explained(error)).toBeUndefined();
		expect(wire()).toHaveLength(3);
		const sources = (outputs[0] ?? []).map(({ pairedItem }) => pairedItem);
		expect(new Set(sources.map((source) => JSON.stringify(source)))).toEqual(
			new Set(['{"item":0}', '{"item":1}', '{"item":2}']),
		);
		expect(sources).toEqual([...sources].sort((a, b) => itemOf(a) - itemOf(b)));
	});

	if (isRead) {
		it('reads the same for several items once', async () => {
			const { outputs, error } = await run(name, fields, { items: input });

			expect(explained(error)).toBeUndefined();
			expect(wire()).toEqual([expected]);
			const [first, second, third] = [0, 1, 2].map((item) =>
				(outputs[0] ?? []).filter(({ pairedItem }) => itemOf(pairedItem) === item),
			);
			expect(first?.length).toBeGreaterThan(0);
			for (const others of [second, third]) {
				expect(others?.map(({ json }) => json)).toEqual(first?.map(({ json }) => json));
				expect(others?.[0]?.json).not.toBe(first?.[0]?.json);
			}
		});
	}

	it("fails with the service's words", async () => {
		simulator.current.plan(refusal);
		const { error } = await run(name, fields);

		expect(error?.message).toBe('Planned refusal');
		expect(error?.httpCode).toBe('400');
	});

	it('goes on after an item that failed, where the node is set to continue', async () => {
		simulator.current.plan({ ...refusal, after: 1 });
		const options = { items: input, onError: 'continueRegularOutput' } as const;
		const { outputs, error } = await run(name, different, options);

		expect(error).toBeUndefined();
		const output = outputs[0] ?? [];
		const sources = output.map(({ pairedItem }) => itemOf(pairedItem));
		expect(new Set(sources)).toEqual(new Set([0, 1, 2]));
		expect(sources).toEqual([...sources].sort());
		const failed = output.filter(({ json }) => json.error === 'Planned refusal');
		expect(failed).toHaveLength(1);
		expect(wire()).toHaveLength(3);
	});
});

function itemOf(source: INodeExecutionData['pairedItem']): number {
	return typeof source === 'object' && 'item' in source ? source.item : NaN;
}
