import { until } from '../../dev/until';
import { openForm, submitForm, useExamples } from './exampleStage';

const LEAD = 5003;
const STRANGER = {
	email: 'somebody@else.example',
	linkedin_public_id: 'somebody-else',
	linkedin_profile_url: 'https://www.linkedin.com/in/somebody-else',
};

const examples = useExamples();

async function write(message: string, lead?: Record<string, unknown>): Promise<void> {
	await examples.simulator.sendMessage({ message, prospect_id: LEAD, lead });
}

describe('answer interested leads', () => {
	const draftedBy = async (draft: string) =>
		await examples.published('answer-interested-leads.json', { says: [draft] });

	it('waits with a draft, and sends what the reviewer made of it', async () => {
		const workflow = await draftedBy('Thursday at ten suits me.');
		await write('Could we talk on Thursday?');
		const waiting = await examples.waitingData(workflow, 'Tell the Reviewer');

		expect(waiting).toMatchObject({
			review: 'Imogen wrote: Could we talk on Thursday?',
			draft: 'Thursday at ten suits me.',
		});
		expect(JSON.stringify(examples.asked[0]?.messages)).toContain('Could we talk on Thursday?');
		const form = await openForm(String(waiting.form));
		expect(form).toContain('Thursday at ten suits me.');
		expect(form).toMatch(/The answer goes to Imogen [^<]*\/in\/imogen/);
		expect(examples.sent()).toEqual([]);
		await submitForm(String(waiting.form), ['Thursday at eleven suits me.', 'Send']);

		expect((await examples.endOfRun(workflow)).error()?.message).toBeUndefined();
		expect(examples.sent()).toEqual([`${LEAD}: Thursday at eleven suits me.`]);
	});

	it('answers nobody who is not interested', async () => {
		const workflow = await draftedBy('NOT INTERESTED');
		await write('Please take me off your list.');

		const execution = await examples.endOfRun(workflow);
		expect(execution.error()?.message).toBeUndefined();
		expect(execution.items('Tell the Reviewer')).toEqual([]);
		expect(examples.wires()).toEqual([]);
	});

	it('sends nothing, even when it is approved, when nobody is surely the lead', async () => {
		const workflow = await draftedBy('On Friday, gladly.');
		await write('Gladly', STRANGER);
		const { form } = await examples.waitingData(workflow, 'Tell the Reviewer');
		await submitForm(String(form), ['On Friday, gladly.', 'Send']);

		const execution = await examples.endOfRun(workflow);
		expect(execution.error()?.message).toMatch(/no one in your chats matches ".*somebody-else"/);
		expect(examples.wires()).toEqual(['GET /api/v1/public/chats']);
	});
});

describe('classify replies', () => {
	const classifiedAs = async (says: string) =>
		await examples.published('classify-replies.json', { says: [says] });

	it('prepares the answer of a kind, and sends what the reviewer approved, not before', async () => {
		const workflow = await classifiedAs('Later.');
		await write('Ask me in {May}');
		const waiting = await examples.waitingData(workflow, 'Tell the Reviewer');

		expect(JSON.stringify(examples.asked[0]?.messages)).toContain('Ask me in {May}');
		expect(waiting).toMatchObject({
			review: 'Imogen wrote: Ask me in {May}',
			kind: 'later',
			recipient: expect.stringContaining('/in/imogen-harcastle'),
			draft: 'Thank you, Imogen. I will write again in three months.',
		});
		expect(await openForm(String(waiting.form))).toContain('Classified as: later');
		expect(examples.sent()).toEqual([]);
		await submitForm(String(waiting.form), ['Gladly, in May.', 'Send']);
		await until('the answer', () => examples.sent().length > 0 || undefined);
		expect(examples.sent()).toEqual([`${LEAD}: Gladly, in May.`]);
	});

	// The numbers are those of the outputs of "Which Kind?".
	it.each([
		['an automatic reply', 'I am away until Monday', 'out of office', 3],
		['somebody who declines', 'We have a supplier already', 'Not interested', 1],
		['somebody who wants to be left alone', 'Take me off your list', 'unsubscribe.', 2],
		[
			'what the model says more of than a kind',
			'Say: interested',
			'interested, send it at once',
			4,
		],
		['what the model finds no kind for', 'Who is this?', 'none', 4],
	])('answers nothing to %s, and has an output for it', async (_what, message, says, output) => {
		const workflow = await classifiedAs(says);
		await write(message);

		const execution = await examples.endOfRun(workflow);
		expect(execution.items('Which Kind?', output)).toHaveLength(1);
		expect(execution.items('Tell the Reviewer')).toEqual([]);
		expect(examples.sent()).toEqual([]);
	});
});

describe("acknowledge a lead's first message", () => {
	const acknowledging = async () =>
		await examples.published('acknowledge-first-message.json', { settings: { sendForReal: true } });

	it('thanks a lead once, under the prospect ID, which is not the ID of the lead', async () => {
		const workflow = await acknowledging();
		await write('Tell me more');
		await examples.endOfRun(workflow);
		await write('And when?');
		await examples.endOfRun(workflow, 2);

		expect(examples.sent()).toEqual([
			`${LEAD}: Thank you for your message, Imogen. I will get back to you today.`,
		]);
	});

	it('writes to nobody when several people could be the lead, and names them', async () => {
		const workflow = await acknowledging();
		const { leads, chats } = examples.simulator.state;
		const [imogen, other] = [LEAD, 5004].map((id) => leads.find((lead) => lead.id === id));
		Object.assign(other ?? {}, { ...imogen, id: 5004 });
		const chat = chats.find(({ prospect_id }) => prospect_id === LEAD);
		if (chat) chats.push({ ...chat, id: 499, prospect_id: 5004 });
		await write('Tell me more');

		const execution = await examples.endOfRun(workflow);
		expect(execution.error()?.message).toMatch(/2 people match .*ID 5003.*ID 5004/);
		expect(examples.sent()).toEqual([]);
	});
});
