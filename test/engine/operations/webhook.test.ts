import { refused, simulator, succeed } from './support';

describe('webhook.set', () => {
	it('puts the URL into the slot of the user, and tells which one', async () => {
		const webhookUrl = ' https://hooks.example.com/in ';
		const json = await succeed('webhook.set', { webhookUrl });

		expect(json).toEqual([
			{
				webhook_url: 'https://hooks.example.com/in',
				success: true,
				message: 'Webhook URL updated successfully',
			},
		]);
		expect(simulator.current.webhookUrl).toBe('https://hooks.example.com/in');
	});

	it.each(['hooks.example.com/in', 'ftp://hooks.example.com', '/in', 'https://'])(
		'refuses "%s" before anything is sent',
		async (webhookUrl) => {
			expect(await refused('webhook.set', { webhookUrl })).toMatch(
				/^Webhook URL: expected a full URL/,
			);
		},
	);
});

describe('webhook.disable', () => {
	it('sends null, which empties the slot', async () => {
		simulator.current.state.webhookUrl = 'https://hooks.example.com/in';

		expect(await succeed('webhook.disable')).toMatchObject([{ webhook_url: null, success: true }]);
		expect(simulator.current.webhookUrl).toBeNull();
	});
});
