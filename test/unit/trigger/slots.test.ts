import { Slots, type Holder } from '../../../nodes/shared/webhook/slots';

const MINUTE = 60_000;
const SLOT = 'slot';

function holder(name: string): Holder {
	const url = `https://n8n.example.com/webhook/${name}/webhook`;
	return {
		workflowId: name,
		workflowName: name,
		nodeId: 'trigger',
		nodeName: 'Trigger',
		url,
		registeredUrl: `${url}?secret=${name}`,
	};
}

const first = holder('first');
const second = holder('second');

describe('a slot that a workflow has set', () => {
	const since = Date.UTC(2026, 2, 2);
	let slots: Slots;

	beforeEach(() => {
		slots = new Slots();
		slots.take(SLOT, first);
		slots.setByWorkflow(SLOT, 'https://elsewhere.example.com/hook', since);
	});

	it('is held by no trigger', () => {
		expect(slots.holderOf(SLOT)).toBeUndefined();
		expect(slots.foreignUrlOf(SLOT)).toBe('https://elsewhere.example.com/hook');
	});

	it('stays so for deliveries that were on their way, and for a start of n8n', () => {
		slots.learn(SLOT, first, since + MINUTE - 1);
		slots.recall(SLOT, first);

		expect(slots.holderOf(SLOT)).toBeUndefined();
	});

	it('is held by a trigger again that still receives deliveries later', () => {
		slots.learn(SLOT, first, since + MINUTE);

		expect(slots.holderOf(SLOT)).toBe(first);
		expect(slots.foreignUrlOf(SLOT)).toBeUndefined();
	});

	it('is held by a trigger that takes it', () => {
		slots.take(SLOT, second);

		expect(slots.holderOf(SLOT)).toBe(second);
		expect(slots.foreignUrlOf(SLOT)).toBeUndefined();
	});
});

describe('the start of n8n', () => {
	it('does not take the slot from who took it since', () => {
		const slots = new Slots();
		slots.take(SLOT, second);
		slots.recall(SLOT, first);

		expect(slots.holderOf(SLOT)).toBe(second);
	});
});
