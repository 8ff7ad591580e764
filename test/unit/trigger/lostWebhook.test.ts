/** What the service has is not what it was told: it has lost it, or another system has set its own. */
import { message, post } from './deliveries';
import { ELSEWHERE, first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const lose = (to: string | null) => void (setup.simulator.state.webhookUrl = to);

describe('a registration that the service refuses', () => {
	it.each([
		['a 200 whose body says so', 200, { success: false, error: 'Not in your plan' }],
		['a 400', 400, { error: 'Not in your plan' }],
		['a 503', 503, { error: 'Not in your plan' }],
	])(
		'with %s takes nothing from another system that has the webhook',
		async (_how, status, body) => {
			lose(ELSEWHERE);
			setup.simulator.plan({ method: 'PUT', status, body, times: 4 });
			await expect(setup.publish(first)).rejects.toThrow(/Not in your plan/);
			await setup.renew();

			expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
		},
	);
});

describe.each([
	['disabled', null],
	['set to another URL', ELSEWHERE],
])('a webhook that was %s at the service is set again', (_what, url) => {
	let before: string;
	beforeEach(async () => {
		await setup.publish(first, second);
		before = setup.simulator.webhookUrl ?? '';
		lose(url);
	});

	it('when one more workflow is published', async () => {
		await setup.publish(third);

		expect(setup.registered).toBe('first');
	});

	it.each([first, second])('when one is published again: %#', async (trigger) => {
		await setup.n8n.unpublish(trigger);
		lose(url);
		await setup.publish(trigger);

		expect(['first', 'second']).toContain(setup.registered);
	});

	it('when n8n starts', async () => {
		await setup.restart();
		await setup.renew();

		expect(setup.registered).toBe('first');
	});

	it('although messages that were on their way still come in', async () => {
		expect((await post(before, message('late'))).status).toBe(200);
		await setup.publish(third);

		expect(setup.registered).toBe('first');
	});
});

it('the log has the URL that the service was given, without its secret', async () => {
	await setup.publish(first);

	expect(setup.infos.at(-1)).toBe(
		`The service delivers to ${setup.n8n.productionUrl(first)} from now on`,
	);
});
