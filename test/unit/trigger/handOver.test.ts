import { timers, type http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { isCommand, isFor } from './deliveries';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const isForSecond = (request: http.IncomingMessage) => isCommand(request) && isFor(second)(request);

beforeEach(async () => {
	await setup.publish(first, second, third);
});

describe('when the receiver leaves', () => {
	it('one that is gone as well is passed over', async () => {
		setup.n8n.published.delete(second.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', 'third']);
	});

	it('null is left when all others are gone as well', async () => {
		setup.n8n.published.delete(second.workflowId);
		setup.n8n.published.delete(third.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
	});

	it('null is left when a renewal finds the others gone, whose hooks still wait', async () => {
		const leaving: Array<Promise<void>> = [];
		await setup.renew();
		setup.n8n.beforeWebhook = async () => {
			setup.n8n.beforeWebhook = undefined;
			setup.process.waits.at(-1)?.end();
			await new Promise((resolve) => void timers.setImmediate(resolve));
			leaving.push(setup.n8n.unpublish(second), setup.n8n.unpublish(third));
		};
		await setup.n8n.unpublish(first);
		await Promise.all(leaving);

		expect(setup.puts).toEqual(['first', 'second', null]);
	});

	it("the log has the service's words where it refuses, and the next round makes up for it", async () => {
		setup.refusePuts();
		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBe('first');
		expect(setup.log).toEqual([expect.stringMatching(/^error: .*Not yours\./)]);

		await setup.renew();
		expect(await setup.startedByMessage()).toEqual(['second', 'third']);
		expect(setup.receiver).toBe('second');
	});

	it.each([
		['a page with status 404', 404, '<h1>Not Found</h1>'],
		['a page with status 200', 200, '<h1>Sign in</h1>'],
		['an error', 502, 'Bad Gateway'],
		['JSON of something else', 200, '{"status":"done"}'],
	])('the next one is registered for it where a proxy answers with %s', async (_, status, text) => {
		setup.n8n.answerInstead(isForSecond, (response) => {
			response.writeHead(status, { 'content-type': 'text/html' }).end(text);
		});
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', 'second']);
	});

	it('the next one is registered even when its answer is lost', async () => {
		setup.n8n.intercept = (request, response) => {
			if (isForSecond(request)) response.end = () => response.destroy();
			return false;
		};
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe('second');
	});
});

it('n8n killed after the PUT of the next one, before its response, leaves those that are left working', async () => {
	setup.n8n.intercept = (request, response) => {
		if (isForSecond(request)) response.end = () => response;
		return false;
	};
	void setup.n8n.unpublish(first).catch(() => undefined);
	await until('the registration', () => setup.receiver === 'second' || undefined);
	setup.n8n.intercept = undefined;
	const stored = () => setup.n8n.database.get(second.workflowId)?.includes('registeredAt');
	await until('what n8n stores of it', () => stored() || undefined);
	await setup.restart();
	expect(await setup.startedByMessage()).toEqual(['second', 'third']);

	await setup.n8n.unpublish(second);
	await setup.n8n.unpublish(third);
	expect(setup.puts).toEqual(['first', 'second', 'third', null]);
});

it('one that leaves late does not bring back those that its list still names', async () => {
	await setup.n8n.unpublish(first);
	const older = setup.n8n.database.get(second.workflowId) ?? '';
	expect(older).toContain('node-of-third');
	setup.n8n.published.delete(second.workflowId);
	await setup.n8n.unpublish(third);
	expect(setup.receiver).toBeNull();
	setup.n8n.database.set(second.workflowId, older);
	setup.n8n.published.add(second.workflowId);
	setup.process.uptime = 0;
	setup.n8n.unreachable = true;
	await setup.n8n.unpublish(second);

	expect(setup.receiver).toBeNull();
});

describe('a receiver that is gone without being unpublished', () => {
	beforeEach(() => void setup.n8n.published.delete(first.workflowId));

	it('is replaced as soon as another one leaves, before that is published again', async () => {
		await setup.n8n.unpublish(third);
		await setup.publish(third);

		expect(await setup.startedByMessage()).toEqual(['second', 'third']);
		expect(setup.puts).toEqual(['first', 'second']);
	});

	it('is not asked again when it is published itself', async () => {
		await setup.publish(first);

		expect(await setup.startedByMessage()).toEqual(['first', 'second', 'third']);
		expect(setup.receiver).toBe('first');
	});
});

it('a trigger that n8n still takes for published is no reason not to publish another one', async () => {
	setup.n8n.unreachable = true;
	await setup.n8n.unpublish(first);
	await setup.restart();
	setup.n8n.unreachable = false;
	setup.n8n.published.delete(second.workflowId);
	await setup.publish(first);

	expect(await setup.startedByMessage()).toEqual(['first', 'third']);
});
