import type { IExecuteFunctions } from 'n8n-workflow';
import { Progress } from '../../../nodes/shared/operations/progress';
import { node } from './support';

function setUp(total = 120) {
	const messages: string[] = [];
	const logged: string[] = [];
	const hints: string[] = [];
	let now = 0;
	const context = {
		getNode: () => node,
		logger: { info: (text: string) => logged.push(text) },
		sendMessageToUI: (text: string) => messages.push(text),
		addExecutionHints: (...all: Array<{ message: string }>) =>
			hints.push(...all.map(({ message }) => message)),
	} as unknown as IExecuteFunctions;
	const progress = new Progress(context, total, () => now);
	const wait = (ticket: number, waitMs = 60_000) =>
		progress.onDelay({ ticket, waitMs, requestsPerMinute: 50 });
	const later = (ms: number) => (now += ms);
	return { progress, wait, later, messages, logged, hints, context };
}

describe('a run that waits', () => {
	it('tells the editor and the log that it does, for how long, and how far it is', () => {
		const { progress, wait, messages, logged } = setUp();
		for (let item = 0; item < 50; item++) progress.itemDone();
		wait(51, 59_400);

		expect(messages).toEqual([
			'Waiting about 60 s to keep within 50 requests a minute: 50 of 120 items done',
		]);
		expect(logged).toEqual(messages);
	});

	it('tells it again when time has passed, not for each request', () => {
		const { wait, later, messages } = setUp();
		wait(1);
		wait(2);
		later(4_999);
		wait(3);
		expect(messages).toHaveLength(1);
		later(1);
		wait(4);

		expect(messages).toHaveLength(2);
	});

	it('tells how far it is when items are done while others wait', () => {
		const { progress, wait, later, messages } = setUp(12);
		wait(6, 120_000);
		later(60_000);
		progress.itemDone();

		expect(messages.at(-1)).toMatch(/^Waiting about 60 s .*: 1 of 12 items done$/);
	});

	it('tells nothing more when the waits are over', () => {
		const { progress, wait, later, messages } = setUp();
		wait(1, 60_000);
		later(60_000);
		progress.itemDone();

		expect(messages).toHaveLength(1);
	});

	it('does not tell of a wait that is over before it is read', () => {
		const { progress, wait, messages, hints } = setUp();
		wait(1, 200);
		progress.finish();

		expect(messages).toEqual([]);
		expect(hints).toHaveLength(1);
	});

	it('leaves a hint that counts each request once, however often it had to wait', () => {
		const { progress, wait, hints } = setUp();
		[1, 2, 2, 3, 3, 3].forEach((ticket) => wait(ticket));
		progress.finish();

		expect(hints).toEqual([
			'This run was paced: 3 requests waited, so that the API key stayed within 50 requests a minute',
		]);
	});
});

describe('a run that does not wait', () => {
	it('tells nothing', () => {
		const { progress, messages, hints } = setUp();
		progress.itemDone();
		progress.finish();

		expect([...messages, ...hints]).toEqual([]);
	});

	it('passes on each hint of its requests once', () => {
		const { progress, hints } = setUp();
		progress.onHint('No list was found');
		progress.onHint('No list was found');
		progress.finish();

		expect(hints).toEqual(['No list was found']);
	});

	it('does without hints in an n8n that has none', () => {
		const { progress, context, wait } = setUp();
		delete (context as Partial<IExecuteFunctions>).addExecutionHints;
		wait(1);

		expect(() => progress.finish()).not.toThrow();
	});
});
