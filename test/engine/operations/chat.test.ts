import type { INodeParameters } from 'n8n-workflow';
import { answerWith, items, refused, run, simulator, succeed, wire } from './support';

const SEND = '/api/v1/public/chats/5001/send-message/';

describe('chat.getAll', () => {
	it('gives one item for each chat, under the path without a trailing slash', async () => {
		const json = await succeed('chat.getAll', { returnAll: true });

		expect(wire()).toEqual(['GET /api/v1/public/chats']);
		expect(json.map(({ prospect_id: id }) => id)).toEqual([5001, 5003, 5005, 5017]);
	});

	it.each([
		['a bare list', [{ id: 1 }, { id: 2 }]],
		['a list under another name', { conversations: [{ id: 1 }, { id: 2 }] }],
		['a list inside of an envelope', { data: { chats: [{ id: 1 }, { id: 2 }] } }],
	])('reads %s, for the shape is not documented', async (_what, body) => {
		answerWith(body);

		expect(await succeed('chat.getAll', {})).toEqual([{ id: 1 }, { id: 2 }]);
	});

	it('stops at the limit', async () => {
		expect(await succeed('chat.getAll', { limit: 3 })).toHaveLength(3);
	});
});

describe('a simplified chat', () => {
	it('says who it is with, about which campaign, and what was said last', async () => {
		const [chat] = await succeed('chat.getAll', { limit: 1, output: 'simplified' });

		expect(chat).toMatchObject({
			prospect_id: 5001,
			lead_first_name: 'Marit',
			lead_email: 'marit.okkerman@larkfield.example',
			campaign_id: 101,
			channel: 'EMAIL',
			last_message: expect.any(String),
		});
		expect(Object.keys(chat ?? {})).toHaveLength(10);
	});

	it('has the fields that there are, for they are not documented', async () => {
		answerWith([{ uuid: 'a', contact: { id: 1 }, last_message: { message: 'Yes', id: 2 } }]);

		expect(await succeed('chat.getAll', { output: 'simplified' })).toEqual([
			{ last_message_message: 'Yes', uuid: 'a' },
		]);
	});
});

describe('chat.sendMessage', () => {
	const message = (additionalFields: INodeParameters): INodeParameters => ({
		prospectId: 5001,
		message: 'Hi',
		additionalFields,
	});

	it('refuses to send one person the same text for several items, before anything is sent', async () => {
		const { error } = await run('chat.sendMessage', message({}), { items: items({}, {}, {}) });

		expect(error?.message).toBe('3 items would send the same message to prospect 5001');
		// The editor would add "[item 0]".
		expect(JSON.stringify(error?.context)).not.toContain('itemIndex');
		expect(error?.description).toMatch(/Execute Once/);
		expect(wire()).toEqual([]);
	});

	describe('that continues on failure', () => {
		const onError = 'continueRegularOutput';
		const fields = { prospectId: '={{ $json.id }}', message: '={{ $json.text ?? "Hi" }}' };
		const refusal = '2 items would send the same message to prospect 5001';

		it('fails the repetition alone, and sends the rest', async () => {
			const input = items({ id: 5001 }, { id: 5003 }, { id: 5001 }, { id: 'none' });
			const { json } = await run('chat.sendMessage', fields, { items: input, onError });

			expect(wire().map((line) => line.split('/')[5])).toEqual(['5001', '5003']);
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
			const { json } = await run('chat.sendMessage', fields, {
				items: input,
				onError,
				maxTries: 3,
			});

			expect(wire().map((line) => line.split('/')[5])).toEqual(['5003', '5001', '5003']);
			expect(json.map(({ error }) => error)).toEqual([undefined, undefined, refusal]);
		});
	});

	it('refuses an object that an expression has put into the text', async () => {
		const fields = { ...message({}), message: '=Hi {{ $json.person }}' };
		const { error } = await run('chat.sendMessage', fields, { items: items({ person: {} }) });

		expect(error?.message).toBe('Message: an object in it became "[object Object]"');
		expect(wire()).toEqual([]);
	});

	it.each([
		['undefined', '=Hi {{ $json.name }}, thank you!', '{{ $json.name }}'],
		['null', '=Hi {{ $json.nothing }}', '{{ $json.nothing }}'],
		['an empty text', '={{ $json.text }} {{ $json.empty }}', '{{ $json.empty }}'],
	])('refuses a text in which one expression gives %s', async (_what, text, part) => {
		const fields = { ...message({}), message: text };
		const item = { nothing: null, empty: '', text: 'Hi' };
		const { error } = await run('chat.sendMessage', fields, { items: items(item) });

		expect(error?.message).toBe(`Message: ${part} is empty for this item`);
		expect(wire()).toEqual([]);
	});

	it('refuses a gap in the subject as well, and takes one that is meant', async () => {
		const gap = await refused(
			'chat.sendMessage',
			message({ subjectLine: '=Re: {{ $json.none }}' }),
		);
		expect(gap).toBe('Subject Line: {{ $json.none }} is empty for this item');

		await succeed('chat.sendMessage', {
			...message({}),
			message: "=Hi{{ $json.none || '' }} {{ 0 }}",
		});
		expect(wire()).toEqual([`POST ${SEND} {"message":"Hi 0"}`]);
	});

	it('sends the same text to several people, and several texts to one', async () => {
		const fields = { ...message({}), prospectId: '={{ $json.id }}', message: '={{ $json.text }}' };
		const all = [
			{ id: 5001, text: 'Hi' },
			{ id: 5003, text: 'Hi' },
			{ id: 5001, text: 'And bye' },
		];
		await succeed('chat.sendMessage', fields, { items: items(...all) });

		expect(wire()).toHaveLength(3);
	});

	it('sends the message into the conversation of the prospect', async () => {
		await succeed('chat.sendMessage', { prospectId: '5001', message: '<p>Thank you,\nMarit</p>' });

		expect(wire()).toEqual([`POST ${SEND} {"message":"<p>Thank you,\\nMarit</p>"}`]);
		const [chat] = simulator.current.state.chats;
		expect(chat?.messages.at(-1)).toMatchObject({ sent_by_lead: false });
	});

	it('sends what was chosen besides', async () => {
		await succeed('chat.sendMessage', message({ subjectLine: 'Re: Call', senderAccountId: '12' }));

		expect(wire()).toEqual([
			`POST ${SEND} {"message":"Hi","subject_line":"Re: Call","sender_account_id":12}`,
		]);
	});

	it('leaves out an empty subject', async () => {
		await succeed('chat.sendMessage', message({ subjectLine: '' }));

		expect(wire()).toEqual([`POST ${SEND} {"message":"Hi"}`]);
	});

	it('refuses a placeholder in the subject as well', async () => {
		const fields = message({ subjectLine: 'Hi {{first_name}}' });

		expect(await refused('chat.sendMessage', fields)).toMatch(/^Subject Line: expected no placeh/);
	});

	it.each([
		'Hi {{first_name}}!',
		'=Hi {{first-name}} {{ 1 }}',
		'=Hi {{ first_name|"there" }}',
		'=Hi {{custom.color}}, {{größe}}',
		'=Hi {{first_name}}!',
		'={{ first_name }}',
		"={{ '{{name\\}}' }}",
		'Hi {{ $json.first_name }}',
		"={{ 'Hi {{ $json.first_name \\}}' }}",
	])('refuses %s: the placeholder would reach a person unfilled, or as nothing', async (text) => {
		expect(await refused('chat.sendMessage', { prospectId: 5001, message: text })).toMatch(
			/^Message: expected no placeholders, got /,
		);
	});

	it('sends a message as it is: only steps have templates', async () => {
		await succeed('chat.sendMessage', { prospectId: 5001, message: 'a {{ b }' });

		expect(wire()).toEqual([`POST ${SEND} {"message":"a {{ b }"}`]);
	});

	it.each([
		['a prospect ID that is no number', { prospectId: 'five' }, /^Prospect: .* "five"/],
		['a prospect ID with a slash', { prospectId: '5001/../1' }, /^Prospect: .* "5001\/..\/1"/],
		['a blank message', { prospectId: 5001, message: '=  ' }, /^Message is empty/],
		[
			'a sender that is no number',
			message({ senderAccountId: 'me' }),
			/^Sender Account ID: expected an ID such as 1042/,
		],
	])('refuses %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('chat.sendMessage', { message: 'Hi', ...fields })).toMatch(words);
	});
});
