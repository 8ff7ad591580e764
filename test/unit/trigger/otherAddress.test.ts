import { scenarios } from './scenarios';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);
const { given, play, tests } = scenarios(setup, {
	/** Another path of the same host, or another host name. */
	'move-path': () => setup.n8n.moveTo(`${setup.n8n.url}/staging`),
	'move-host': () => setup.n8n.moveTo(setup.n8n.url.replace('127.0.0.1', 'localhost')),
});

describe('after a restart under another address, as of a copy of an n8n', () => {
	const copy = 'http://copy.localhost:5678';

	given(`publish second, move ${copy}`);

	describe('and the start of what is published', () => {
		given('restart');

		const refused = String.raw`fails registered .* under http://127\.0\.0\.1:\d+.* not the address of this n8n.*publish it again first$`;

		tests({
			'a test of a workflow that is not published is refused, with what to do': `listen first ${refused} → puts second`,
			'a test of the published one is refused as well': `listen second ${refused} → puts second`,
			'unpublishing leaves the webhook as it is': 'unpublish second → puts second, logs nothing',
			'a workflow that is published for the first time takes it too':
				'publish first → registered first',
		});

		it('publishing again takes the webhook, as somebody whose n8n has moved wants', async () => {
			await play('unpublish second, publish second');

			expect(setup.simulator.webhookUrl).toContain(
				`${copy}/webhook/webhook-second/webhook?secret=`,
			);
		});
	});

	tests({
		'nothing is registered, and the log says what stands':
			'restart → told 0, logs ^warn: .*copy\\.localhost.*unpublish it and publish it again$',
		'nothing is registered where n8n takes its time with the start either':
			'restart, restart second, start-late second → told 0',
	});
});

describe('a copy of an n8n, or one that has moved', () => {
	tests({
		'under another path of the same host leaves the webhook alone': `
			publish second, move-path, restart
			listen first fails not the address of this n8n
			unpublish second → puts second`,
		'tests again once it has unpublished what its previous address had': `
			publish second first, vanish first, move-host, restart
			listen second fails not the address of this n8n
			unpublish second, listen second → secret second test`,
	});

	it('forwards nothing to its previous address, and sends it no commands', async () => {
		const { host: before } = new URL(setup.n8n.url);
		await play('publish first second, move-host, restart, unpublish first, publish first');
		const { length } = setup.n8n.requests;
		const delivery = await setup.simulator.sendMessage();
		await play('unpublish first');

		expect(delivery?.status).toBe(200);
		const hosts = setup.n8n.requests.slice(length).map(({ headers }) => headers.host);
		expect(hosts).not.toContain(before);
	});
});
