import type { INodeParameters } from 'n8n-workflow';
import { answerWith, items, refused, run, simulator, succeed, wire } from './support';

const CHATS = 'GET /api/v1/public/chats';
const SEARCH = 'POST /api/v1/public/prospects/search/';
const to = (mode: string, value: string, more: INodeParameters = {}): INodeParameters => ({
	prospectId: { __rl: true, mode, value },
	message: 'Hi',
	...more,
});
const sentTo = () => wire().flatMap((line) => /chats\/(\d+)\/send-message/.exec(line)?.[1] ?? []);
const at = (companyName: string) => ({ additionalFields: { companyName } });

describe('the prospect of chat.sendMessage', () => {
	it.each([
		['linkedin', 'https://linkedin.example/in/marit-okkerman'],
		['linkedin', ' https://www.linkedin.com/in/Marit-Okkerman/?trk=1 '],
		['linkedin', 'marit-okkerman'],
		['email', 'Marit.Okkerman@larkfield.example'],
		['name', 'marit  okkerman'],
	])('is found among the chats by %s: %s', async (mode, value) => {
		await succeed('chat.sendMessage', to(mode, value));

		expect(wire()).toEqual([CHATS, expect.stringMatching(/^POST .*\/chats\/5001\/send-message\//)]);
	});

	it('is read once for all items of a run', async () => {
		const fields = to('email', '={{ $json.email }}');
		const people = simulator.current.state.leads.filter(({ id }) => [5001, 5003].includes(id));
		await succeed('chat.sendMessage', fields, {
			items: items(...people.map(({ email }) => ({ email }))),
		});

		expect(wire().filter((line) => line === CHATS)).toHaveLength(1);
		expect(sentTo()).toEqual(['5001', '5003']);
	});

	it('is written to by its ID without any other request, chosen, typed or as it was saved before', async () => {
		await succeed('chat.sendMessage', to('list', '5001'));
		await succeed('chat.sendMessage', { prospectId: '5003', message: 'Hi' });

		expect(wire()).toHaveLength(2);
		expect(sentTo()).toEqual(['5001', '5003']);
	});

	it('is found once, however many chats there are with the person', async () => {
		const [first] = simulator.current.state.chats;
		if (first) simulator.current.state.chats.push({ ...first, id: 499 });
		await succeed('chat.sendMessage', to('name', 'Marit Okkerman'));

		expect(sentTo()).toEqual(['5001']);
	});

	it.each([
		['prospect_id', { prospect_id: 5001, prospect: { email: 'a@b.example' } }],
		['an inner object', { prospect: { id: '5001', email: 'A@b.example' } }],
		['the chat itself', { prospect_id: '5001', email: 'a@b.example' }],
	])('is read from %s, for the form of a chat is not documented', async (_where, chat) => {
		answerWith({ chats: [chat] });
		await succeed('chat.sendMessage', to('email', 'a@b.example'));

		expect(sentTo()).toEqual(['5001']);
	});

	it('is looked for among the people of the company, where the chats do not tell', async () => {
		answerWith({ chats: [{ id: 1, subject: 'Hello' }] });
		await succeed('chat.sendMessage', to('linkedin', 'marit-okkerman', at('Larkfield Logistics')));

		expect(wire()[1]).toBe(
			`${SEARCH} {"search_type":"PEOPLE","page":1,"page_size":100,"filters":{"company_name":["Larkfield Logistics"]}}`,
		);
		expect(sentTo()).toEqual(['5001']);
	});

	it('is looked for there also where the chats cannot be read', async () => {
		answerWith({ error: 'Not found' }, 404);
		await succeed('chat.sendMessage', to('linkedin', 'marit-okkerman', at('Larkfield')));

		expect(sentTo()).toEqual(['5001']);
	});

	it('is refused where several people match, whom the error names', async () => {
		answerWith({
			chats: [
				{
					prospect_id: 1,
					lead: { name: 'Jo Fell', job_title: 'CTO', company: { name: 'Tessel' } },
				},
				{ prospect_id: 2, lead: { first_name: 'Jo', last_name: 'Fell' } },
			],
		});
		const { error } = await run('chat.sendMessage', to('name', 'Jo Fell'));

		expect(error?.message).toBe(
			'Prospect: 2 people match "jo fell": Jo Fell, CTO, Tessel (ID 1); Jo Fell (ID 2)',
		);
		expect(error?.description).toMatch(/^Nothing was sent\. Choose By ID/);
		expect(sentTo()).toEqual([]);
	});

	it.each([
		['with advice to add the company', {}, /^Nothing was sent\. .*add Company Name/],
		[
			'with advice to search',
			at('Nowhere'),
			/^Nothing was sent\. Find the prospect ID with Prospect: Search/,
		],
	])('is refused where nobody matches, %s', async (_how, more, advice) => {
		const { error } = await run('chat.sendMessage', to('email', 'nobody@x.example', more));

		expect(error?.message).toMatch(/^Prospect: nobody in the chats matches "nobody@x.example"/);
		expect(error?.description).toMatch(advice);
		expect(sentTo()).toEqual([]);
	});

	it.each([
		[
			'linkedin',
			'https://linkedin.example/company/larkfield',
			/a LinkedIn profile URL or public ID/,
		],
		['email', 'marit', /an email address/],
		['name', ' ', /a first and a last name/],
	])('is refused before anything is sent: by %s, "%s"', async (mode, value, words) => {
		expect(await refused('chat.sendMessage', to(mode, value))).toMatch(words);
	});

	it('does not get the same text twice, named in two ways', async () => {
		const fields = { ...to('linkedin', '={{ $json.who }}') };
		const { error } = await run('chat.sendMessage', fields, {
			items: items(
				{ who: 'marit-okkerman' },
				{ who: 'https://linkedin.example/in/Marit-Okkerman' },
			),
		});
		expect(error?.message).toBe('2 items would send the same message to prospect "marit-okkerman"');

		answerWith({
			chats: [
				{ prospect_id: 5003, linkedin_public_id: 'old', linkedin_url: 'https://x.example/in/new' },
			],
		});
		const both = { items: items({ who: 'old' }, { who: 'new' }) };
		const second = await run('chat.sendMessage', fields, both);
		expect(second.error?.message).toBe('Another item sends the same message to prospect 5003');
	});

	it('does not get it twice either when n8n tries again because another item failed', async () => {
		const lead = simulator.current.state.leads.find(({ id }) => id === 5003);
		Object.assign(lead ?? {}, {
			linkedin_public_id: 'old',
			linkedin_profile_url: 'https://linkedin.example/in/new',
		});
		// n8n tries again only where the first item has failed.
		simulator.current.plan({ method: 'POST', status: 422, body: { error: 'Not today' }, times: 1 });
		const { json } = await run('chat.sendMessage', to('linkedin', '={{ $json.who }}'), {
			items: items({ who: 'marit-okkerman' }, { who: 'old' }, { who: 'new' }),
			onError: 'continueRegularOutput',
			maxTries: 2,
		});

		expect(sentTo()).toEqual(['5001', '5003', '5001']);
		expect(json).toMatchObject([
			{ prospect_id: 5001 },
			{ prospect_id: 5003 },
			{ error: 'Another item sends the same message to prospect 5003' },
		]);
	});

	it('says how to find the person after a 404', async () => {
		const { error } = await run('chat.sendMessage', to('id', '1'));

		expect(error?.description).toMatch(/choose By LinkedIn or By Email/);
	});
});
