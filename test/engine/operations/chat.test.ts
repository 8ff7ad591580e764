import { callTool } from './agent';
import { items, parametersOf, run, simulator, succeed, wire } from './support';

describe('chat.sendMessage', () => {
	const fields = { prospectId: '={{ $json.id }}', message: '={{ $json.text ?? "Hi" }}' };
	const sentTo = () => wire().map((line) => line.split('/')[5]);

	it('refuses to send one person the same text for several items, before anything is sent', async () => {
		const input = items(...[5001, 5001, 5001].map((id) => ({ id })));
		const { error } = await run('chat.sendMessage', fields, { items: input });

		expect(error?.message).toBe('3 items would send the same message to prospect 5001');
		// The editor would add "[item 0]".
		expect(JSON.stringify(error?.context)).not.toContain('itemIndex');
		expect(error?.description).toMatch(/Execute Once/);
		expect(wire()).toEqual([]);
	});

	describe('that continues on failure', () => {
		const onError = 'continueRegularOutput';
		const refusal = '2 items would send the same message to prospect 5001';

		it('fails the repetition alone, and sends the rest', async () => {
			const input = items({ id: 5001 }, { id: 5003 }, { id: 5001 }, { id: 'none' });
			const { json } = await run('chat.sendMessage', fields, { items: input, onError });

			expect(sentTo()).toEqual(['5001', '5003']);
			expect(json).toMatchObject([
				{ prospect_id: 5001 },
				{ prospect_id: 5003 },
				{ error: refusal, message: expect.stringMatching(/Execute Once/) },
				{ error: expect.stringMatching(/^Prospect: .* got "none"/) },
			]);
		});

		it('does not send the repetition when n8n tries again', async () => {
			simulator.current.plan({ status: 422, body: { error: 'Not now' }, times: 1 });
			const input = items({ id: 5003 }, { id: 5001 }, { id: 5001 });
			const options = { items: input, onError, maxTries: 3 } as const;
			const { json } = await run('chat.sendMessage', fields, options);

			expect(sentTo()).toEqual(['5003', '5001', '5003']);
			expect(json.map(({ error }) => error)).toEqual([undefined, undefined, refusal]);
		});
	});

	it('lets the service choose the sender where a model leaves it empty', async () => {
		const additionalFields = { senderAccountId: "={{ $fromAI('sender') }}" };
		const tool = { prospectId: '5001', message: 'Hi', additionalFields };
		await callTool(parametersOf('chat.sendMessage', tool), { sender: '' });

		expect(wire()).toEqual([expect.stringMatching(/{"message":"Hi"}$/)]);
	});

	it('sends the same text to several people, and several texts to one, into their conversations', async () => {
		const all = [{ id: 5001 }, { id: 5003 }, { id: 5001, text: 'And bye' }];
		await succeed('chat.sendMessage', fields, { items: items(...all) });

		expect(wire()).toHaveLength(3);
		const [chat] = simulator.current.state.chats;
		expect(chat?.messages.at(-1)).toMatchObject({ message: 'And bye', sent_by_lead: false });
	});
});
