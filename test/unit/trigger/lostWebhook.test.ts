/** What the service has is not what it was told: it has lost it, or another system has set its own. */
import { message, post } from './deliveries';
import { ELSEWHERE, first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

it('a registration that the service refuses with a 200 whose body says so takes nothing from another system', async () => {
	setup.simulator.state.webhookUrl = ELSEWHERE;
	const body = { success: false, error: 'Not in your plan' };
	setup.simulator.plan({ method: 'PUT', status: 200, body });
	await expect(setup.publish(first)).rejects.toThrow(/Not in your plan/);
	await setup.renew();

	expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
});

it('a webhook that was disabled is set again by the next publication, although messages that were on their way still come in', async () => {
	await setup.publish(first, second);
	const before = setup.simulator.webhookUrl ?? '';
	setup.simulator.state.webhookUrl = null;
	expect((await post(before, message('late'))).status).toBe(200);
	await setup.publish(third);

	expect(setup.registered).toBe('first');
});

it('a webhook that was disabled is set again when n8n starts', async () => {
	await setup.publish(first, second);
	setup.simulator.state.webhookUrl = null;
	await setup.restart();
	await setup.renew();

	expect(setup.registered).toBe('first');
});

it('the log has the URL that the service was given, without its secret', async () => {
	await setup.publish(first);

	expect(setup.infos.at(-1)).toBe(
		`The service delivers to ${setup.n8n.productionUrl(first)} from now on`,
	);
});
