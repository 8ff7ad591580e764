import { wait } from '../../../dev/platform';
import { isCommand } from './deliveries';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

beforeEach(async () => {
	await setup.publish(first);
});

/** The commands to receivers since `before` requests. */
function commandsSince(before: number): string[] {
	const commands = setup.n8n.requests.slice(before).filter(isCommand);
	return commands.map(({ url = '' }) => url);
}

describe('what a receiver knows of the others', () => {
	it('is renewed soon after the start, and then every minute', async () => {
		await setup.renew();
		await setup.renew();

		expect(setup.process.waits.map(({ ms }) => ms)).toEqual([5_000, 60_000, 60_000]);
	});

	it('is renewed again soon after another trigger has started', async () => {
		await setup.renew();
		const before = setup.n8n.requests.length;
		await setup.publish(second, third);
		const told = commandsSince(before).length;
		await setup.renew();

		expect(setup.process.waits.map(({ ms }) => ms)).toEqual([5_000, 60_000, 5_000, 5_000, 60_000]);
		expect(commandsSince(before)).toHaveLength(told + 1);
	});

	it('is whole again after an execution has written older static data back', async () => {
		const older = setup.n8n.database.get(first.workflowId) ?? '';
		await setup.publish(second);
		setup.n8n.database.set(first.workflowId, older);
		setup.useNewWebhookProcess();
		expect(await setup.startedByMessage()).toEqual(['first']);

		await setup.renew();
		setup.useNewWebhookProcess();
		expect(await setup.startedByMessage()).toEqual(['first', 'first', 'second']);
	});

	it('is not lost for the process that was told, whatever an execution writes back', async () => {
		setup.useNewWebhookProcess();
		const older = setup.n8n.database.get(first.workflowId) ?? '';
		await setup.publish(second);
		setup.n8n.database.set(first.workflowId, older);

		expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	});

	it('is renewed for the receiver alone, once', async () => {
		await setup.publish(second, third);
		const before = setup.n8n.requests.length;
		await setup.renew();

		expect(commandsSince(before)).toEqual([expect.stringContaining('webhook-first')]);
	});

	it('is not renewed again where nobody else listens', async () => {
		await setup.renew();
		const before = setup.n8n.requests.length;
		await setup.renew();

		expect(setup.n8n.requests).toHaveLength(before);
	});

	it('is renewed by a process that has taken over', async () => {
		await setup.publish(second);
		setup.n8n.database.set(
			first.workflowId,
			setup.n8n.database.get(first.workflowId)?.replace('"listeners"', '"lost"') ?? '',
		);
		await setup.restart();
		await setup.renew();
		setup.restartAsFollower();

		expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	});
});

describe('a receiver that is gone without being unpublished', () => {
	beforeEach(async () => {
		await setup.publish(second, third);
		setup.n8n.published.delete(first.workflowId);
	});

	it('is replaced by the first that is not gone as well', async () => {
		setup.n8n.published.delete(second.workflowId);
		await setup.renew();

		expect(setup.puts).toEqual(['first', 'third']);
	});

	it('is replaced later where the service refuses, which is logged', async () => {
		setup.refusePuts();
		await setup.renew();
		expect(setup.receiver).toBe('first');
		expect(setup.log).toContainEqual(expect.stringMatching(/^error: .*Not yours/));

		await setup.renew();
		expect(await setup.startedByMessage()).toEqual(['second', 'third']);
		expect(setup.receiver).toBe('second');
	});

	it('is left alone while n8n cannot reach its own URL', async () => {
		setup.n8n.unreachable = true;
		await setup.renew();

		expect(setup.receiver).toBe('first');
	});
});

describe('renewing', () => {
	it('tells nobody from a copy of the n8n under another address', async () => {
		await setup.publish(second);
		const production = setup.n8n.url;
		setup.n8n.moveTo('http://copy.localhost:5678');
		await setup.restart();
		const before = setup.n8n.requests.length;
		await setup.renew();
		setup.n8n.moveTo(production);

		expect(setup.n8n.requests).toHaveLength(before);
	});

	it('ends with the last trigger, and begins again with the next one', async () => {
		await setup.publish(second);
		await setup.n8n.unpublish(second);
		await setup.renew();
		await setup.n8n.unpublish(first);
		const { waits } = setup.process;
		waits.at(-1)?.end();
		await wait(0);
		expect(waits).toHaveLength(3);

		await setup.publish(first);
		expect(waits.map(({ ms }) => ms)).toEqual([5_000, 5_000, 60_000, 5_000]);
	});

	it('goes on with another trigger when the first one published is gone', async () => {
		await setup.publish(second, third);
		await setup.n8n.unpublish(first);
		const before = setup.n8n.requests.length;
		await setup.renew();

		expect(commandsSince(before)).toEqual([expect.stringContaining('webhook-second')]);
	});
});
