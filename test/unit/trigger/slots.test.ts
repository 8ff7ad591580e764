import { Slots, type Holder } from '../../../nodes/shared/webhook/slots';

const MINUTE = 60_000;
const SLOT = 'slot';

function holder(name: string, takenAt = 0): Holder {
	const url = `https://n8n.example.com/webhook/${name}/webhook`;
	return {
		workflowId: name,
		workflowName: name,
		nodeId: 'trigger',
		nodeName: 'Trigger',
		url,
		registeredUrl: `${url}?secret=${name}`,
		takenAt,
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

	it('stays so for a trigger that still receives deliveries later: that URL may hand them on', () => {
		slots.learn(SLOT, first, since + MINUTE);

		expect(slots.foreignUrlOf(SLOT)).toBe('https://elsewhere.example.com/hook');
	});

	it('and has disabled, is held by a trigger again that still receives deliveries later', () => {
		slots.setByWorkflow(SLOT, null, since);
		slots.learn(SLOT, first, since + MINUTE);

		expect(slots.holderOf(SLOT)).toMatchObject({ url: first.url });
		expect(slots.foreignUrlOf(SLOT)).toBeUndefined();
	});

	it('is held by a trigger that takes it', () => {
		slots.take(SLOT, second);

		expect(slots.holderOf(SLOT)).toBe(second);
		expect(slots.foreignUrlOf(SLOT)).toBeUndefined();
	});
});

describe('the start of n8n', () => {
	it.each([
		['first', [holder('earlier', 1), holder('later', 2)]],
		['last', [holder('later', 2), holder('earlier', 1)]],
	])('knows who took the slot last, when it is told of the earlier one %s', (_, holders) => {
		const slots = new Slots();
		holders.forEach((each) => slots.recall(SLOT, each));

		expect(slots.holderOf(SLOT)?.workflowId).toBe('later');
	});

	it('does not take the slot from who took it since', () => {
		const slots = new Slots();
		slots.take(SLOT, second);
		slots.recall(SLOT, first);

		expect(slots.holderOf(SLOT)).toBe(second);
	});
});
