import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EngineRun } from '../../support/engine';
import { callTool } from './agent';
import { respondWith, items, parametersOf, run, simulator, succeed, wire } from './support';

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

const CHATS = 'GET /api/v1/public/chats';
const SEARCH = 'POST /api/v1/public/prospects/search/';
const to = (mode: string, value: string, companyName?: string): INodeParameters => ({
	prospectId: { __rl: true, mode, value },
	message: 'Hi',
	...(companyName && { additionalFields: { companyName } }),
});
const sentTo = () => wire().flatMap((line) => /chats\/(\d+)\/send-message/.exec(line)?.[1] ?? []);
const send = async (fields: INodeParameters, options: Partial<EngineRun> = {}) =>
	await run('chat.sendMessage', fields, options);

describe('the prospect of chat.sendMessage', () => {
	it.each([
		['linkedin', 'https://linkedin.example/in/marit-okkerman'],
		['linkedin', ' https://www.linkedin.com/in/Marit-Okkerman/?trk=1 '],
		['linkedin', 'marit-okkerman'],
		['email', 'Marit.Okkerman@larkfield.example'],
		['email', 'Marit Okkerman <marit.okkerman@larkfield.example>'],
		['email', '"Okkerman, Marit" < Marit.Okkerman@larkfield.example >'],
		['email', 'mailto:marit.okkerman@larkfield.example?subject=Hi'],
		['name', 'marit  okkerman'],
	])('is found among the chats by %s: %s, however many there are', async (mode, value) => {
		const [first] = simulator.current.state.chats;
		if (first) simulator.current.state.chats.push({ ...first, id: 499 });
		await succeed('chat.sendMessage', to(mode, value));

		expect(wire()).toEqual([CHATS, expect.stringMatching(/^POST .*\/chats\/5001\/send-message\//)]);
	});

	it('is read once for all items of a run', async () => {
		const people = simulator.current.state.leads.filter(({ id }) => [5001, 5003].includes(id));
		const input = items(...people.map(({ email }) => ({ email })));
		await succeed('chat.sendMessage', to('email', '={{ $json.email }}'), { items: input });

		expect(wire().filter((line) => line === CHATS)).toHaveLength(1);
		expect(sentTo()).toEqual(['5001', '5003']);
	});

	it('is written to by its ID without any other request, chosen, typed or as it was saved before', async () => {
		await succeed('chat.sendMessage', to('list', '5001'));
		await succeed('chat.sendMessage', { prospectId: '5003', message: 'Hi' });

		expect(wire()).toHaveLength(2);
		expect(sentTo()).toEqual(['5001', '5003']);
	});

	it.each([
		['prospect_id', { prospect_id: 5001, prospect: { email: 'a@b.example' } }],
		['an inner object', { prospect: { id: '5001', email: 'A@b.example' } }],
		['the chat itself', { prospect_id: '5001', email: 'a@b.example' }],
	])('is read from %s, for the form of a chat is not documented', async (_where, chat) => {
		respondWith({ chats: [chat] });
		await succeed('chat.sendMessage', to('email', 'a@b.example'));

		expect(sentTo()).toEqual(['5001']);
	});

	it.each([
		['do not tell', { chats: [{ id: 1, subject: 'Hello' }] }, 200],
		['cannot be read', { error: 'Not found' }, 404],
	])('is looked for in the company where the chats %s', async (_what, body, status) => {
		respondWith(body, status);
		await succeed('chat.sendMessage', to('linkedin', 'marit-okkerman', 'Larkfield Logistics'));

		expect(wire()[1]).toBe(
			`${SEARCH} {"search_type":"PEOPLE","page":1,"page_size":100,"filters":{"company_name":["Larkfield Logistics"]}}`,
		);
		expect(sentTo()).toEqual(['5001']);
	});

	it('is refused where several people match, whom the error names', async () => {
		const lead = { id: 7, name: 'Jo Fell', job_title: 'CTO', company: { name: 'Tessel' } };
		const other = { first_name: 'Jo', last_name: 'Fell' };
		respondWith({
			chats: [
				...[lead, other].map((one, index) => ({ prospect_id: index + 1, lead: one })),
				...[lead, { ...other, id: 8 }].map((one) => ({ lead: one })),
			],
		});
		const { error } = await send(to('name', 'Jo Fell'));

		expect(error?.message).toBe(
			'Prospect: 3 people match "Jo Fell": Jo Fell, CTO, Tessel (ID 1); Jo Fell (ID 2); Jo Fell (no prospect ID)',
		);
		expect(error?.description).toMatch(/^Nothing was sent\. Choose By ID/);
		expect(sentTo()).toEqual([]);
	});

	it.each([
		[undefined, /^Nothing was sent\. .*add Company Name/],
		['Nowhere', /^Nothing was sent\. Find the prospect ID with Prospect: Search/],
	])('is refused where nobody matches, with advice: company %s', async (company, advice) => {
		const { error } = await send(to('email', 'nobody@x.example', company));

		expect(error?.message).toMatch(/^Prospect: no one in your chats matches "nobody@x.example"/);
		expect(error?.description).toMatch(advice);
		expect(sentTo()).toEqual([]);
	});

	it.each([
		['email', 'a@b.example', undefined, /add Company Name .*find the prospect ID/],
		['name', 'Alba Stone', undefined, /add Company Name .*find the prospect ID/],
		['email', 'a@b.example', 'Nowhere', /Find the prospect ID with Prospect: Search/],
	])(
		'is refused if the chats do not show the ID: %s %s %s',
		async (mode, value, company, advice) => {
			const lead = { id: 7, first_name: 'Alba', last_name: 'Stone', email: 'a@b.example' };
			respondWith({ chats: [{ id: 9, lead }] });
			const { error } = await send(to(mode, value, company));

			expect(error?.message).toBe(
				`Prospect: "${value}" is in your chats, but without a prospect ID`,
			);
			expect(error?.description).toMatch(advice);
			expect(sentTo()).toEqual([]);
		},
	);

	it.each(['a@b.example, c@d.example', 'Jane Doe', 'jane@', '<>', 'a@b.example c@d.example'])(
		'is refused before any request if it is no email address: %j',
		async (value) => {
			const { error } = await send(to('email', value));
			expect(error?.message).toMatch(/^Prospect: expected an email address, got /);
			expect(wire()).toEqual([]);
		},
	);

	const jo = (id: number, company?: string) => ({
		prospect_id: id,
		lead: { name: 'Jo Fell', ...(company && { company: { name: company } }) },
	});

	it.each([
		['the one of that company', [jo(1, 'Brackwater'), jo(2, 'Larkfield, Inc.'), jo(3)], '2'],
		['the one of that very company', [jo(1, 'Larkfield Inc'), jo(2, ' larkfield')], '2'],
		['nobody of one that has it within a word', [jo(1, 'Larkfieldsburg')], undefined],
		['the one of an unknown company, not of another', [jo(1, 'Brackwater'), jo(3), jo(0)], '3'],
		['nobody of another company', [jo(1, 'Brackwater')], undefined],
	])('is, of a name and a company, %s', async (_who, chats, id) => {
		respondWith({ chats });
		const { error } = await send(to('name', 'Jo Fell', 'Larkfield'));

		expect(sentTo()).toEqual(id === undefined ? [] : [id]);
		if (!id) expect(error?.description).toMatch(/At another company: Jo Fell, .* \(ID 1\)/);
	});

	it('is not looked for in the company where the service refuses the key', async () => {
		respondWith({ error: 'Invalid API key' }, 401);
		const fields = to('email', 'a@b.example', 'Larkfield');
		expect((await send(fields)).error?.message).toBe('Invalid API key');
	});

	describe('where not all the chats could be read', () => {
		const jane = { prospect_id: 5001, lead: { name: 'Jane Doe', email: 'a@b.example' } };
		const noPage = { status: 404, body: { detail: 'Invalid page.' } };
		const first = (says: object, chats: object[] = [jane]) => ({
			status: 200,
			body: { chats, ...says },
		});
		const counted = [first({ total: 5 }), noPage];
		const onlyOne = 'the service reports 5 elements, but only 1 could be read';
		const goesOn = 'the service says that the list continues after 1 element, but sent no more';

		type Plans = Parameters<typeof simulator.current.plan>;
		it.each<[string, string, Plans, string, string | undefined]>([
			['name', 'Jane Doe', counted, onlyOne, undefined],
			['name', 'Jane Doe', counted, onlyOne, 'Larkfield'],
			['name', 'Jane Doe', [1, 2].map(() => first({ has_more: true })), goesOn, undefined],
			['email', 'c@d.example', counted, onlyOne, undefined],
			[
				'email',
				'a@b.example',
				[{ status: 200, body: { job: 'j' } }],
				'the response contains no list',
				undefined,
			],
		])('%s %s is sent nothing', async (mode, value, plans, reason, company) => {
			simulator.current.plan(...plans);
			const { error } = await send(to(mode, value, company));

			expect(error?.message).toBe(`The chats could not be read completely: ${reason}`);
			expect(error?.description).toMatch(/^Nothing was sent\. Choose By ID.* try again later$/);
			expect(sentTo()).toEqual([]);
		});

		it('an email address that one of them has is enough', async () => {
			simulator.current.plan(...counted);
			const { hints } = await send(to('email', 'a@b.example'));

			expect(sentTo()).toEqual(['5001']);
			expect(hints).toEqual([expect.stringMatching(/reports 5 elements, but only 1/)]);
		});

		it('a name is looked for in them again when n8n tries again', async () => {
			simulator.current.plan(...counted, first({ total: 1 }));
			await succeed('chat.sendMessage', to('name', 'Jane Doe'), { maxTries: 2 });

			expect(sentTo()).toEqual(['5001']);
		});

		it('all items are refused after one reading', async () => {
			simulator.current.plan(...counted);
			const input = items({ who: 'Jane Doe' }, { who: 'Jo Fell' });
			const onError = 'continueRegularOutput';
			const { json } = await send(to('name', '={{ $json.who }}'), { items: input, onError });

			expect(json.map(({ error }) => error)).toEqual(
				[1, 2].map(() => `The chats could not be read completely: ${onlyOne}`),
			);
			expect(wire()).toHaveLength(2);
		});

		it.each([
			['name', []],
			['email', ['5001']],
		])('nor all people of the company, by %s', async (mode, ids) => {
			respondWith({ chats: [] });
			const prospects = [{ id: 5001, name: 'Jane Doe', email: 'a@b.example' }];
			simulator.current.plan({ status: 200, body: { prospects, total: 5 } }, noPage);
			const value = mode === 'name' ? 'Jane Doe' : 'a@b.example';
			const { error } = await send(to(mode, value, 'Larkfield'));

			expect(sentTo()).toEqual(ids);
			const words = `The people of "Larkfield" could not be read completely: ${onlyOne}`;
			expect(error?.message).toBe(ids.length > 0 ? undefined : words);
		});
	});

	it('is nobody where the search of the company is refused', async () => {
		respondWith({ chats: [jo(3)] });
		const refusal = { path: /search/, status: 403, body: { error: 'No access' } };
		simulator.current.plan({ method: 'POST', ...refusal });

		expect((await send(to('name', 'Jo Fell', 'Larkfield'))).error?.message).toBe('No access');
		expect(sentTo()).toEqual([]);
	});

	it('says how to find the person after a 404', async () => {
		const { error } = await send(to('id', '1'));

		expect(error?.description).toMatch(/choose LinkedIn or Email/);
	});

	const HI = '{"message":"Hi"}';
	const chatWith = (lead: IDataObject, id: unknown = 5001) => ({ id: 9, prospect_id: id, lead });

	it.each<[string, IDataObject]>([
		['a number', { id: 9, prospect: 5001, email: 'a@b.example' }],
		['text', { id: 9, prospect: '5001', email: 'a@b.example' }],
		['a number on the lead', { id: 9, lead: { id: 7, prospect: 5001, email: 'a@b.example' } }],
		['text on the lead', { id: 9, lead: { prospect_id: '5001', email: 'a@b.example' } }],
		['an object on the lead', { id: 9, lead: { prospect: { id: 5001 }, email: 'a@b.example' } }],
	])('is a foreign key of the chat: %s', async (_what, chat) => {
		respondWith({ chats: [chat] });
		await succeed('chat.sendMessage', to('email', 'a@b.example'));

		expect(sentTo()).toEqual(['5001']);
	});

	it('is not the row of a search that names the prospect', async () => {
		respondWith({ chats: [] });
		respondWith({ prospects: [{ id: 11, prospect: 5001, email: 'a@b.example' }] });
		await succeed('chat.sendMessage', to('email', 'a@b.example', 'Larkfield'));

		expect(sentTo()).toEqual(['5001']);
	});

	it.each([
		['Zoe\u0308 Ruiz', 'Zo\u00eb Ruiz'],
		['Zo\u00eb\u00a0Ruiz', 'Zoe\u0308 Ruiz'],
		["Mo O'Neil", 'Mo O\u2019Neil'],
		['\u200eMo\u200f Neil', 'Mo Neil'],
		['MO\u3000NEIL', 'mo neil'],
		['Mo Stra\u00dfe', 'MO STRASSE'],
	])('is found by %j where the chats have %j', async (entered, name) => {
		respondWith({ chats: [chatWith({ name })] });
		await succeed('chat.sendMessage', to('name', entered));

		expect(sentTo()).toEqual(['5001']);
	});

	it.each([
		['email', 'zoe\u0308@b.example', { email: 'Zo\u00eb@b.example' }],
		['email', '\u200ea@b.example', { email: 'a@b.example' }],
		['linkedin', 'https://linkedin.example/in/zo%C3%AB', { linkedin_public_id: 'zoe\u0308' }],
	])('is found by %s %j in either Unicode form', async (mode, entered, lead) => {
		respondWith({ chats: [chatWith(lead)] });
		await succeed('chat.sendMessage', to(mode, entered));

		expect(sentTo()).toEqual(['5001']);
	});

	it.each([
		'https://linkedin.example/in/marit-okkerman',
		'linkedin.example/in/Marit-Okkerman/',
		'HTTPS://WWW.LINKEDIN.EXAMPLE/IN/MARIT-OKKERMAN?x=1',
		'marit.okkerman@larkfield.example',
		'Marit <marit.okkerman@larkfield.example>',
	])('is recognized By ID in %s, which n8n enters there when it is dragged', async (value) => {
		await succeed('chat.sendMessage', to('id', value));
		await succeed('chat.sendMessage', { prospectId: value, message: 'Bye' });

		expect(sentTo()).toEqual(['5001', '5001']);
	});

	it.each([
		'marit-okkerman',
		'Marit Okkerman',
		'marit@',
		'@larkfield',
		'https://x.example/in/marit',
	])('is not guessed from %s By ID', async (value) => {
		const { error } = await send(to('id', value));

		expect(error?.message).toMatch(/^Prospect: expected an ID such as 1042/);
		expect(wire()).toEqual([]);
	});

	const albas = [
		chatWith({ first_name: 'Alba', last_name: 'Ruiz' }),
		chatWith({ first_name: 'Alba', last_name: 'Stone' }, null),
	];

	it.each([
		['Alba', albas, /Give the first and the last name, .*Alba Ruiz \(ID 5001\); Alba Stone/],
		['ruiz', albas.slice(0, 1), /Give the first and the last name, .*: Alba Ruiz \(ID 5001\)$/],
		['Ruiz Alba', albas, /Give the first and the last name/],
		['Al', albas, /add Company Name/],
	])('is asked for by the whole name where %s is a part of some', async (name, chats, advice) => {
		respondWith({ chats });
		const { error } = await send(to('name', name));

		expect(error?.message).toMatch(/^Prospect: no one in your chats matches/);
		expect(error?.description).toMatch(advice);
		expect(sentTo()).toEqual([]);
	});

	it('is looked for among the first ten pages of a wide company, which is said', async () => {
		respondWith({ chats: [] });
		for (let page = 0; page < 12; page++) {
			const prospects = Array.from({ length: 100 }, (_one, index) => ({
				id: 10_000 + page * 100 + index,
				email: `p${page}-${index}@x.example`,
			}));
			respondWith({ prospects, total: 30_000 });
		}
		const { error } = await send(to('email', 'nobody@x.example', 'Wide'));

		expect(wire().filter((line) => line.startsWith(SEARCH))).toHaveLength(10);
		expect(error?.description).toMatch(/Only the first 1000 people of "Wide" were searched/);
	});

	describe('in a company of so many people', () => {
		const searches = () => wire().filter((line) => line.startsWith(SEARCH)).length;
		const ONLY = 'Only the first 1000 people of "Wide" were searched';

		/** Has the search give pages of a hundred people each; the chats have nobody. */
		function companyOf(count: number) {
			const sent = { status: 200, body: { success: true } };
			simulator.current.plan({ method: 'POST', path: /send-message/, times: 3, ...sent });
			respondWith({ chats: [] });
			for (let from = 0; from < Math.min(count, 1_200); from += 100) {
				const prospects = Array.from({ length: Math.min(100, count - from) }, (_one, index) => {
					const number = from + index + 1;
					return { id: 10_000 + number, name: `Jo Fell${number}`, email: `${number}@x.example` };
				});
				respondWith({ prospects, total: count });
			}
		}

		it.each([
			[250, 'email', '201@x.example', '10201', 3, []],
			[30_000, 'email', '1000@x.example', '11000', 10, [ONLY]],
			[30_000, 'name', 'jo fell950', '10950', 10, [ONLY]],
		] as const)('%d is found by %s %s', async (count, mode, value, id, pages, hints) => {
			companyOf(count);
			const result = await send(to(mode, value, 'Wide'));

			expect(result.error?.message).toBeUndefined();
			expect(sentTo()).toEqual([id]);
			expect(searches()).toBe(pages);
			expect(result.hints).toEqual(hints);
		});

		it.each([
			['email', '1001@x.example'],
			['name', 'Jo Fell1001'],
		])('30000 is not looked for behind the first ten pages, by %s', async (mode, value) => {
			companyOf(30_000);
			const { error } = await send(to(mode, value, 'Wide'));

			expect(error?.description).toContain(ONLY);
			expect(searches()).toBe(10);
			expect(sentTo()).toEqual([]);
		});

		it('30000 is searched once for all items', async () => {
			companyOf(30_000);
			const input = items(...[5, 500, 999].map((number) => ({ email: `${number}@x.example` })));
			await succeed('chat.sendMessage', to('email', '={{ $json.email }}', 'Wide'), {
				items: input,
			});

			expect(sentTo()).toEqual(['10005', '10500', '10999']);
			expect(searches()).toBe(10);
		});
	});

	it('is found with one reading, whether a company is given or not', async () => {
		respondWith({
			chats: [chatWith({ email: 'a@b.example' }), chatWith({ email: 'c@b.example' }, 5003)],
		});
		const fields = {
			...to('email', '={{ $json.email }}'),
			additionalFields: { companyName: '={{ $json.company }}' },
		};
		const people = [
			{ email: 'a@b.example', company: 'X' },
			{ email: 'c@b.example', company: 'Y' },
		];
		await succeed('chat.sendMessage', fields, { items: items(...people) });

		expect(wire()[0]).toBe(CHATS);
		expect(wire().slice(1)).toEqual([
			expect.stringContaining(`/5001/send-message/ ${HI}`),
			expect.stringContaining(`/5003/send-message/ ${HI}`),
		]);
	});

	describe('who is named in two ways', () => {
		const named = (...all: string[]) => items(...all.map((who): IDataObject => ({ who })));
		const fields = to('linkedin', '={{ $json.who }}');
		const twice = 'Another item sends the same message to prospect 5003';

		beforeEach(() => {
			const lead = simulator.current.state.leads.find(({ id }) => id === 5003);
			Object.assign(lead ?? {}, {
				linkedin_public_id: 'old',
				linkedin_profile_url: 'https://linkedin.example/in/new',
			});
		});

		it.each([
			[
				['marit-okkerman', 'https://linkedin.example/in/Marit-Okkerman'],
				'2 items would send the same message to prospect "marit-okkerman"',
			],
			[['old', 'new'], twice],
		])('does not get the same text twice: %j', async (both, message) => {
			expect((await send(fields, { items: named(...both) })).error?.message).toBe(message);
		});

		it('does not get it twice either when n8n tries again because another item failed', async () => {
			// n8n tries again only where the first item has failed.
			simulator.current.plan({ method: 'POST', status: 422, body: { error: 'No' }, times: 1 });
			const input = named('marit-okkerman', 'old', 'new');
			const options = { items: input, onError: 'continueRegularOutput', maxTries: 2 } as const;
			const { json } = await send(fields, options);

			expect(sentTo()).toEqual(['5001', '5003', '5001']);
			expect(json).toMatchObject([{ prospect_id: 5001 }, { prospect_id: 5003 }, { error: twice }]);
		});
	});
});
