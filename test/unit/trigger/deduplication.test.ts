import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import { Workflow, type INodeExecutionData } from 'n8n-workflow';
import { additionalDataFor, nodeTypesWith, runDataFor } from '../../../dev/engine/execution';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import {
	dropDuplicates,
	receivedBy,
	ReceivedMessages,
} from '../../../nodes/PublicOutreachTrigger/deduplicate';
import { identityOf, toOutput } from '../../../nodes/PublicOutreachTrigger/message';
import { idOf } from '../../../nodes/PublicOutreachTrigger/registration';
import { triggerNode } from './triggerNode';

const withMessage = (message: object, event = 'incoming_message') => ({
	event,
	message: { ...message },
});

describe("a message's identity", () => {
	const hello = { id: 7, message: 'Hello' };
	const again = { ...hello, message: 'Hello again' };
	const unusable = [null, '', undefined, { nested: 1 }, ['a']];

	it.each<[string, ...object[]]>([
		[
			'its message_id, whatever else differs',
			withMessage({ ...hello, message_id: 'a' }),
			withMessage({ ...again, id: 8, message_id: 'a' }),
			withMessage({ ...hello, message_id: 'b' }),
		],
		...unusable.map((message_id): [string, ...object[]] => [
			`its id where message_id is ${JSON.stringify(message_id)}`,
			withMessage({ ...hello, message_id }),
			withMessage({ ...again, message_id }),
			withMessage({ ...hello, message_id, id: 8 }),
		]),
		[
			'the whole body where there is no identifier',
			withMessage({ message: 'Hello' }),
			withMessage({ message: 'Hello' }),
			withMessage({ message: 'Hello again' }),
			withMessage({ message: 'Hello' }, 'another'),
		],
		[
			'the whole body where JSON.parse has made its identifier that of another message',
			withMessage({ message_id: 7_290_000_000_000_000_000, message: 'Hello' }),
			withMessage({ message_id: 7_290_000_000_000_000_000, message: 'Hello' }),
			withMessage({ message_id: 7_290_000_000_000_000_000, message: 'Hello again' }),
		],
	])('is %s, be its bytes known or not', (_what, ...bodies) => {
		const bytesOf = (body: object) => new TextEncoder().encode(JSON.stringify(body));
		for (const ofBytes of [bytesOf, () => undefined]) {
			const [one, same, ...others] = bodies.map((body) => identityOf({ ...body }, ofBytes(body)));
			expect(same).toBe(one);
			expect(others).not.toContain(one);
		}
	});

	it('can be told from the item that any output makes of the message', () => {
		const text = fc.oneof(fc.string(), fc.record({ id: fc.integer() }));
		const other = fc.oneof(fc.constantFrom('', null, undefined, true), fc.jsonValue());
		const identifier = fc.oneof(
			fc.string({ minLength: 1 }),
			fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
		);
		const identified = fc.oneof(
			fc.record({ message_id: identifier, id: other, message: text }),
			fc.record({
				message_id: other.filter((value) => typeof value !== 'number'),
				id: identifier,
				message: text,
			}),
		);
		fc.assert(
			fc.property(identified, (message) => {
				const body = JSON.parse(JSON.stringify(withMessage(message)));
				const outputs = (['message', 'simplified', 'raw'] as const).map((output) =>
					identityOf(toOutput(body, output)),
				);
				expect(new Set(outputs)).toEqual(new Set([identityOf(body)]));
			}),
		);
	});

	it('stays short for an identifier of a megabyte', () => {
		expect(identityOf(withMessage({ message_id: 'x'.repeat(1e6) }))).toHaveLength(43);
	});
});

it('a process remembers as many messages as the latest window says, the latest ones, and never more', async () => {
	const deliveries = fc.array(
		fc.record({ number: fc.integer({ min: 0, max: 40 }), window: fc.integer({ min: 1, max: 20 }) }),
		{ maxLength: 200 },
	);
	const property = fc.asyncProperty(deliveries, async (all) => {
		const memory = new ReceivedMessages();
		let latest: number[] = [];
		for (const { number, window } of all) {
			const isKnown = memory.resultOf(`${number}`) !== undefined;
			expect(isKnown).toBe(latest.includes(number));
			if (isKnown) continue;
			await memory.claim([`${number}`], window, Promise.resolve(true));
			latest = [...latest, number].slice(-window);
		}
		const known = Array.from({ length: 41 }, (_, number) => number).filter((number) =>
			memory.resultOf(`${number}`),
		);
		expect(known).toEqual(latest.sort((one, other) => one - other));
	});
	await fc.assert(property, { numRuns: 100 });
});

it('an option that cannot be read leaves the others as they are in an execution', async () => {
	const options = { firstMessageOnly: true, alsoDeliverTo: ['={{ $env.CRM_URL }}'] };
	const { node, workflowId: id } = triggerNode('denied', { options });
	const nodeTypes = nodeTypesWith(new PublicOutreachTrigger());
	const workflow = new Workflow({ id, nodes: [node], connections: {}, active: true, nodeTypes });
	const items: INodeExecutionData[] = [{ json: { message_id: 'a', lead: { id: 1 } } }];
	const input = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor([node], {}),
		'webhook',
		runDataFor(node, items),
		0,
		items,
		input,
		{ data: input, node, source: null },
		[],
	);
	const asked: unknown[] = [];
	context.helpers.checkProcessedAndRecord = async (names) => {
		asked.push(...names);
		return { new: names, processed: [] };
	};
	// As in the process that takes the deliveries: no other one has to be waited for.
	receivedBy(idOf(context, false));
	await dropDuplicates(context);

	// The message, and its lead.
	expect(asked).toHaveLength(2);
});
