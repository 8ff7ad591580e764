/** Examples that start when a lead writes. Slack and HubSpot are a fake over HTTP: n8n's nodes for them are real. */
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { click, node, openForm, submitForm, useExamples } from './exampleStage';
import { classification, useServices } from './services/fakeServices';

const LEAD = 5003;
const STRANGER = {
	email: 'somebody@else.example',
	linkedin_public_id: 'somebody-else',
	linkedin_profile_url: 'https://www.linkedin.com/in/somebody-else',
};
/** A lead of whom nothing is known, not even the campaign. */
const NOBODY = {
	lead: {
		...{ first_name: null, last_name: '', email: null, company: null, job_title: null },
		...{ linkedin_profile_url: '', linkedin_public_id: null },
	},
	campaign: { id: null, name: null },
};

/** What Slack would take for a mention of everybody and for a link that looks like the button. */
const MARKED = { text: '<!channel> <https://evil.example|Send> &', name: '<!here>' };
const ESCAPED = '&lt;!channel&gt; &lt;https://evil.example|Send&gt; &amp;';

const services = useServices();
const examples = useExamples(services);
const { posts } = services;

interface Written {
	lead?: Record<string, unknown>;
	campaign?: Record<string, unknown>;
	prospect_id?: number;
	sent_by_lead?: boolean;
	sent_at?: string;
}

async function write(message: string, given: Written = {}): Promise<void> {
	await examples.simulator.sendMessage({ message, prospect_id: LEAD, ...given });
}

/** The end of a run that may not have failed. */
async function end(workflow: StoredWorkflow, count = 1) {
	const execution = await examples.endOfRun(workflow, count);
	expect(execution.error()?.message).toBeUndefined();
	return execution;
}

const textOf = (post: { text?: string }) => String(post.text);
const hubSpot = () =>
	services.requestsTo('api.hubapi.com').map(({ method, url }) => `${method} ${url}`);
const bodies = () => services.requestsTo('api.hubapi.com').map(({ body }) => JSON.parse(body));

describe('save messages and post them', () => {
	const FILE = 'react-to-incoming-message.json';
	const TABLE = 'Incoming messages';
	const change = (workflow: StoredWorkflow) => {
		node(workflow, 'Post to Slack').disabled = false;
	};

	it('adds a row and posts the message', async () => {
		const workflow = await examples.published(FILE, { change });
		await write('Tell me <more> & soon');
		await end(workflow);

		const [row] = await examples.rows(TABLE);
		expect(row).toMatchObject({
			lead: 'Imogen Harcastle',
			company: 'Bramblewood Foods',
			message: 'Tell me <more> & soon',
			message_id: expect.stringMatching(/^msg_/),
		});
		expect(textOf(posts()[0])).toContain('*Imogen Harcastle* (Bramblewood Foods)');
		// Slack would take what stands in angle brackets for a mention.
		expect(textOf(posts()[0])).toContain('Tell me &lt;more&gt; &amp; soon');
	});

	it('saves a message of which next to nothing is known', async () => {
		const workflow = await examples.published(FILE, { change });
		await examples.emptyTable(TABLE);
		await write('', NOBODY);
		await end(workflow);

		expect(await examples.rows(TABLE)).toEqual([
			expect.objectContaining({ lead: '', company: '', email: '', campaign: '', message: '' }),
		]);
		expect(textOf(posts()[0])).toBe(
			'*A lead without a name* (no company) in no campaign:\n\n(no text)',
		);
	});
});

describe('approve replies in Slack', () => {
	const KINDS = ['Interested', 'Question', 'Not Interested', 'Unsubscribe'];

	const asking = async (category: string, draft = '') =>
		await examples.published('answer-from-slack.json', {
			says: [classification(category, ...KINDS), draft],
		});

	/** What Slack shows: the text, and the address behind its button. */
	async function question() {
		const { channel, blocks } = await until('the question in Slack', () => posts()[0]);
		const [button] = blocks[4].elements;
		return { channel, text: String(blocks[1].text.text), label: button.text.text, url: button.url };
	}

	it.each([
		['Send', [`${LEAD}: Thursday at eleven suits me.`]],
		['Do Not Send', []],
	])(
		'shows the draft in a form, and sends what it was changed to: %s',
		async (decision, messages) => {
			const workflow = await asking('Question', 'Thursday at ten suits me.');
			await write('When could we talk, {today}?');

			const { channel, text, url } = await question();
			expect(channel).toBe('#outreach');
			expect(text).toContain('When could we talk, {today}?');
			expect(text).toContain('Thursday at ten suits me.');
			const form = await openForm(url);
			expect(form).toContain('Thursday at ten suits me.');
			expect(form).toMatch(/The reply goes to [^<]*\/in\/imogen/);
			expect(examples.sent()).toEqual([]);
			await submitForm(url, ['Thursday at eleven suits me.', decision]);
			await end(workflow);
			expect(examples.sent()).toEqual(messages);
		},
	);

	it.each([
		[
			'nobody is surely the lead',
			{ lead: { ...STRANGER, last_name: MARKED.name } },
			'&lt;!here&gt;* (Bramblewood Foods) was not sent: Prospect: no one in your chats matches',
		],
		['the message has no profile', NOBODY, 'was not sent:'],
	])('says in Slack why a reply was not sent, when %s', async (_what, lead, reason) => {
		const workflow = await asking('Interested', 'Gladly.');
		await write('Gladly', lead);
		await submitForm((await question()).url, ['Gladly.', 'Send']);

		await end(workflow);
		expect(textOf(posts()[1])).toContain(reason);
		expect(examples.sent()).toEqual([]);
	});

	it('shows Slack no text of the lead or of the draft that means something to it', async () => {
		await asking('Question', MARKED.text);
		const [first_name, long] = [MARKED.name, `${MARKED.text} ${'long '.repeat(900)}`];
		const company = { name: MARKED.name };
		await write(long, { lead: { first_name, company }, campaign: { name: MARKED.name } });
		const { text } = await question();

		expect(text).not.toMatch(/[<>]|&(?!lt;|gt;|amp;)/);
		expect(text.split(ESCAPED)).toHaveLength(3);
		expect(text.split('&lt;!here&gt;')).toHaveLength(4);
		expect(text.length).toBeLessThan(3000);
	});

	it.each([
		['a message that it cannot sort', 'nonsense', 'Say something'],
		[
			'a message that it cannot draft a reply to',
			classification('Question', ...KINDS),
			'={{ undefined }}',
		],
	])('tells the team when the model fails: %s', async (_what, sorted, prompt) => {
		const change = (workflow: StoredWorkflow) => {
			node(workflow, 'Draft a Reply').parameters.text = prompt;
		};
		const workflow = await examples.published('answer-from-slack.json', { says: [sorted], change });
		await write('When could we talk?');
		await end(workflow);

		expect(posts()).toHaveLength(1);
		expect(textOf(posts()[0])).toMatch(
			/When could we talk\?\n\nNo draft .*: the AI model failed\./,
		);
	});

	it('drafts nothing for a lead who unsubscribes, and tells the team', async () => {
		const workflow = await asking('Unsubscribe');
		await write('Leave me alone');

		await end(workflow);
		expect(examples.asked).toHaveLength(1);
		expect(textOf(posts()[0])).toContain('Leave me alone');
		expect(examples.sent()).toEqual([]);
	});
});

describe('sort replies and route them', () => {
	const KINDS = [
		'Interested',
		'Later',
		'Wrong Person',
		'Not Interested',
		'Unsubscribe',
		'Out of Office',
	];
	const sorted = async (category: string, change?: (workflow: StoredWorkflow) => void) =>
		await examples.published('classify-replies.json', {
			says: [classification(category, ...KINDS)],
			change,
		});

	it.each([
		['Interested', '#sales', /^:fire: Interested/],
		['Wrong Person', '#outreach', /^:eyes: Please read/],
		['fallback', '#outreach', /^:eyes: Please read/],
		['Unsubscribe', '#outreach', /^:eyes: Unsubscribe this lead/],
	])('posts what is %s to %s', async (category, channel, text) => {
		const workflow = await sorted(category);
		await write('Well');
		await end(workflow);

		expect(posts()).toEqual([
			expect.objectContaining({ channel, text: expect.stringMatching(text) }),
		]);
		expect(examples.wires()).toEqual([]);
	});

	it('notes a lead who unsubscribes', async () => {
		await examples.emptyTable('Do not contact').catch(() => undefined);
		const workflow = await sorted('Unsubscribe');
		await write('Take me off your list');
		await end(workflow);

		expect(await examples.rows('Do not contact')).toEqual([
			expect.objectContaining({ name: 'Imogen Harcastle', message: 'Take me off your list' }),
		]);
	});

	it('posts a message that the model cannot sort', async () => {
		const workflow = await examples.published('classify-replies.json', { says: ['nonsense'] });
		await write('Well');
		await end(workflow);

		expect(posts()).toHaveLength(1);
		expect(textOf(posts()[0])).toMatch(/^:eyes: Please read \(the AI model failed\)[^]*Well$/);
	});

	it.each(['Not Interested', 'Out of Office'])(
		'does nothing about what is %s',
		async (category) => {
			const workflow = await sorted(category);
			await write('No', NOBODY);

			expect((await end(workflow)).items('No Reply Needed')).toHaveLength(1);
			expect(posts()).toEqual([]);
		},
	);

	it('reminds of a lead who asks for later, when the time is over', async () => {
		const workflow = await sorted('Later', (one) => {
			Object.assign(node(one, 'Wait Three Months').parameters, { amount: 1, unit: 'seconds' });
		});
		await write('Ask me in May');
		await end(workflow);

		expect(textOf(posts()[0])).toMatch(/^:alarm_clock: [^]*Ask me in May$/);
	});
});

describe('replies to HubSpot', () => {
	const KINDS = ['Needs a Reply', 'Unsubscribe', 'Nothing to Do'];
	const CONTACT = expect.stringMatching(
		/^POST api.hubapi.com\/contacts\/v1\/contact\/createOrUpdate\/email\/.+@/,
	);
	const NOTE = 'POST api.hubapi.com/crm/v3/objects/notes';

	const written = async (category: string, given?: Written) => {
		const says = [classification(category, ...KINDS)];
		const workflow = await examples.published('replies-to-hubspot.json', { says });
		await write('Well <b>', given);
		return workflow;
	};

	it('makes a contact, a note and a task of a message that needs a reply', async () => {
		await end(await written('Needs a Reply'));

		expect(hubSpot()).toEqual([CONTACT, NOTE, 'POST api.hubapi.com/engagements/v1/engagements']);
		expect(bodies()[1]).toMatchObject({
			properties: { hs_note_body: expect.stringMatching(/^Reply to .+: Well &lt;b&gt;$/) },
			associations: [{ to: { id: 4711 } }],
		});
		expect(bodies()[2]).toMatchObject({
			engagement: { type: 'TASK' },
			metadata: { subject: expect.stringMatching(/^Reply to Imogen /), body: 'Well <b>' },
			associations: { contactIds: ['4711'] },
		});
	});

	it('asks Slack with no text of the lead that means something to it', async () => {
		const says = [classification('Unsubscribe', ...KINDS)];
		await examples.published('replies-to-hubspot.json', { says });
		const lead = { first_name: MARKED.name, email: '<!here>@x.example' };
		await write(`${MARKED.text} ${'long '.repeat(900)}`, { lead });
		const { blocks } = await until('the question in Slack', () => posts()[0]);
		const text = String(blocks[1].text.text);

		expect(text).not.toMatch(/[<>]|&(?!lt;|gt;|amp;)/);
		expect(text).toContain(ESCAPED);
		expect(text.split('&lt;!here&gt;')).toHaveLength(3);
		expect(text.length).toBeLessThan(3000);
	});

	it('dates a note without a date of the message now', async () => {
		await end(await written('Nothing to Do', { sent_at: 'unknown' }));

		const { hs_timestamp } = bodies()[1].properties;
		expect(Math.abs(Date.parse(hs_timestamp) - Date.now())).toBeLessThan(600_000);
	});

	it.each([
		[
			'Unsubscribe',
			[expect.stringMatching(/\/v4\/statuses\/.+%40.+\/unsubscribe-all\?channel=EMAIL$/)],
		],
		['Do Nothing', []],
	])('asks before it unsubscribes anybody: %s', async (label, requests) => {
		const workflow = await written('Unsubscribe');
		const { blocks } = await until('the question in Slack', () => posts()[0]);
		expect(hubSpot()).toEqual([CONTACT, NOTE]);
		const buttons: Array<{ text: { text: string }; url: string }> = blocks[4].elements;
		await click(buttons.find(({ text }) => text.text === label)?.url);
		await end(workflow);

		expect(hubSpot()).toEqual([CONTACT, NOTE, ...requests]);
	});

	it('posts a lead without an email, for HubSpot cannot know them', async () => {
		await end(await written('Needs a Reply', NOBODY));

		expect(hubSpot()).toEqual([]);
		expect(textOf(posts()[0])).toContain('no email');
	});
});

describe('deals of interested replies', () => {
	const settings = { ownerId: '77', stage: 'appointmentscheduled' };
	async function interested(category: string, given?: Written) {
		const says = [classification(category, 'Interested')];
		const workflow = await examples.published('positive-reply-to-deal.json', { says, settings });
		await write('Send me an offer', given);
		await end(workflow);
	}
	const created = () =>
		services.requestsTo('api.hubapi.com/deals/v1/deal').map(({ body }) => JSON.parse(body));

	it('creates a deal with an owner, and tells sales', async () => {
		await interested('Interested');

		const [{ properties, associations }] = created();
		expect(properties).toEqual(
			expect.arrayContaining([
				{ name: 'dealname', value: 'Imogen Harcastle, Bramblewood Foods' },
				{ name: 'dealstage', value: 'appointmentscheduled' },
				{ name: 'hubspot_owner_id', value: '77' },
			]),
		);
		expect(associations).toEqual({ associatedVids: [4711] });
		expect(posts()).toHaveLength(1);
		expect(textOf(posts()[0])).toContain('New deal in HubSpot');
	});

	it('creates no second deal beside an open one', async () => {
		services.deals.push({ id: '12' });
		await interested('Interested');

		expect(created()).toEqual([]);
		expect(textOf(posts()[0])).toContain('There is an open deal');
	});

	it('posts a lead without an email, and nothing about a lead without interest', async () => {
		await interested('none', NOBODY);
		expect([...hubSpot(), ...posts()]).toEqual([]);
		await interested('Interested', NOBODY);

		expect(hubSpot()).toEqual([]);
		expect(textOf(posts()[0])).toContain('enter the deal by hand');
	});
});

describe('out of office', () => {
	const FILE = 'out-of-office-reminder.json';
	const says = (date: string) => [classification('Out of Office', 'Out of Office'), date];
	const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const NINE = /T09:00:00/;

	it.each([
		['the date of the message', JSON.stringify({ return_date: at(20) }), at(20), true],
		['a week without a date', '{}', undefined, false],
		['a week for a date that is past', JSON.stringify({ return_date: at(-20) }), undefined, false],
		['a week for what is no date', JSON.stringify({ return_date: 'soon' }), undefined, false],
	])('waits until nine on %s', async (_what, found, day, isDateKnown) => {
		const workflow = await examples.published(FILE, { says: says(found) });
		await write('I am away', NOBODY);
		const planned = await examples.waitingData(workflow, 'Choose the Day');

		expect(planned).toMatchObject({ isDateKnown, remindAt: expect.stringMatching(NINE) });
		if (day) expect(String(planned.remindAt)).toContain(day);
		const days = (Date.parse(String(planned.remindAt)) - Date.now()) / 86_400_000;
		expect(Math.round(days)).toBeGreaterThanOrEqual(day ? 19 : 6);
		expect(posts()).toEqual([]);
	});

	it('reminds when the time has come', async () => {
		const change = (workflow: StoredWorkflow) => {
			node(workflow, 'Wait Until Then').parameters.dateTime = '={{ $now.plus({ seconds: 1 }) }}';
		};
		const found = JSON.stringify({ return_date: at(20) });
		const workflow = await examples.published(FILE, { says: says(found), change });
		await write('I am away');
		await end(workflow);

		expect(textOf(posts()[0])).toMatch(/Back in the office today[^]*I am away$/);
	});
});

describe('assign replies in turn', () => {
	const TABLE = 'Lead owners';
	const team =
		(...names: string[]) =>
		(workflow: StoredWorkflow) => {
			const members = names.map((name) => ({ name, slackId: name === 'Ann' ? 'U1' : '' }));
			node(workflow, 'Your Team').parameters.jsonOutput = JSON.stringify({ team: members });
		};
	const mentioned = () => posts().map((post) => textOf(post).split(',')[0]);

	it('takes one colleague after another, and keeps the owner of a lead', async () => {
		const workflow = await examples.published('assign-replies-in-turn.json', {
			change: team('Ann', 'Ben'),
		});
		for (const [place, prospect_id] of [5001, 5003, 5005, 5001, 5003].entries()) {
			await write('Hello', { prospect_id });
			await end(workflow, place + 1);
		}

		const [first, second, third, fourth, fifth] = mentioned();
		expect(new Set([first, second])).toEqual(new Set(['<@U1>', 'Ben']));
		expect([third, fourth, fifth]).toEqual([first, first, second]);
		expect(await examples.rows(TABLE)).toHaveLength(3);
	});

	it('posts both of two messages that a new lead writes at the same moment', async () => {
		await examples.emptyTable(TABLE).catch(() => undefined);
		const workflow = await examples.published('assign-replies-in-turn.json', {
			change: (one) => {
				team('Ann', 'Ben')(one);
				one.nodes.push(
					examples.stage.node('Pause', 'n8n-nodes-base.wait', { amount: 2, unit: 'seconds' }),
				);
				const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
				one.connections['Choose the Owner'] = to('Pause');
				one.connections.Pause = to('Forget the Former Owner');
			},
		});
		await Promise.all(['One', 'Two'].map(async (text) => await write(text)));
		await end(workflow, 2);
		await until('both posts', () => posts().length === 2 || undefined);

		expect(mentioned().sort()).toEqual(['<@U1>', 'Ben']);
		const [row, ...more] = await examples.rows(TABLE);
		expect(more).toEqual([]);
		expect(row).toEqual({ lead_key: 'imogen-harcastle', owner: expect.stringMatching(/Ann|Ben/) });
	});

	it('gives a lead of a colleague who has left to another one', async () => {
		await examples.emptyTable(TABLE);
		await examples.addRow(TABLE, { lead_key: 'imogen-harcastle', owner: 'Zoe' });
		const workflow = await examples.published('assign-replies-in-turn.json', {
			change: team('Ann'),
		});
		await write('Hello');
		await end(workflow);

		expect(mentioned()).toEqual(['<@U1>']);
		expect(await examples.rows(TABLE)).toEqual([{ lead_key: 'imogen-harcastle', owner: 'Ann' }]);
	});
});

describe('all messages, and leads without a reply', () => {
	const TABLE = 'Outreach messages';
	const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

	it('reports nothing before anybody has written', async () => {
		const execution = await examples.run('messages-to-table.json', {}, 'Every Hour');

		expect(execution.error()?.message).toBeUndefined();
		expect(posts()).toEqual([]);
	});

	it('saves both directions, and reports leads without a reply for 24 hours once', async () => {
		const workflow = await examples.published('messages-to-table.json');
		const written: Array<[string, Written]> = [
			['Replied to', { prospect_id: 5001, sent_at: hoursAgo(40) }],
			['Our reply', { prospect_id: 5001, sent_at: hoursAgo(30), sent_by_lead: false }],
			['Waiting', { prospect_id: 5003, sent_at: hoursAgo(25) }],
			['Just written', { prospect_id: 5005, sent_at: hoursAgo(1) }],
			['', { prospect_id: 5017, ...NOBODY, sent_at: hoursAgo(50) }],
		];
		for (const [place, [message, given]] of written.entries()) {
			await write(message, given);
			await end(workflow, place + 1);
		}
		const rows = await examples.rows(TABLE);
		expect(rows.map(({ message, from_lead }) => [message, from_lead])).toEqual(
			written.map(([message, given]) => [message, given.sent_by_lead !== false]),
		);

		const everyHour = async () => await examples.stage.client.run(workflow.id, 'Every Hour');
		expect((await everyHour()).error()?.message).toBeUndefined();
		expect((await everyHour()).error()?.message).toBeUndefined();
		expect(posts()).toHaveLength(1);
		expect(textOf(posts()[0])).toMatch(/hours:\* 2\n/);
		expect(textOf(posts()[0])).toContain('*Imogen Harcastle* (Bramblewood Foods): Waiting');
		expect(textOf(posts()[0])).toContain('*A lead without a name* (no company): (no text)');
		expect(textOf(posts()[0])).not.toMatch(/Replied to|Just written/);
	});

	it('reports 30 leads at a time, and the others an hour later', async () => {
		await examples.emptyTable(TABLE);
		const workflow = await examples.published('messages-to-table.json');
		for (let number = 1; number <= 31; number += 1) {
			const lead = { linkedin_public_id: `lead-${number}` };
			await write(`Waiting ${number}.`, { lead, sent_at: hoursAgo(25) });
		}
		const rows = async () => await examples.rows(TABLE);
		await until('all messages', async () => (await rows()).length === 31 || undefined);
		await examples.stage.client.run(workflow.id, 'Every Hour');
		const reported = (await rows()).filter((row) => row.reported);

		expect(reported).toHaveLength(30);
		for (const row of reported) expect(textOf(posts()[0])).toContain(row.message);
		await examples.stage.client.run(workflow.id, 'Every Hour');
		expect(textOf(posts()[1])).toMatch(/hours:\* 1\n/);
	});

	it('reports messages of which neither the lead nor the sender is known', async () => {
		await examples.emptyTable(TABLE);
		const workflow = await examples.published('messages-to-table.json');
		for (const [place, message] of ['One', 'Two'].entries()) {
			const event = { event: 'incoming_message', message: { message, sent_at: hoursAgo(25) } };
			await examples.simulator.deliver(event);
			await end(workflow, place + 1);
		}
		await examples.stage.client.run(workflow.id, 'Every Hour');

		expect(textOf(posts()[0])).toMatch(/hours:\* 2\n[^]*One[^]*Two/);
	});
});
