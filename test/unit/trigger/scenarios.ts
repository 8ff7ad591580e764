/**
 * Scenarios in words: what happens to an n8n and its service, and after an arrow what holds then.
 *
 *     publish first second, unpublish first → puts first second
 *     vanish second, renew → registered null, told 1
 *
 * `begin` does not wait for what follows it; `done` does. Checks of what was started, logged or sent look at
 * their own line alone, and `puts` and `receiver` at the whole test.
 */
import { z } from 'zod';
import { wait } from '../../../dev/platform';
import { isCommand, isFor } from './deliveries';
import { LATE_START } from './fakeN8n';
import { send } from './fakeHttp';
import { pass, updatePackage } from './freshProcess';
import { ELSEWHERE, nameOf, short, type Setup } from './support';
import type { TriggerNode } from './triggerNode';

interface Line {
	setup: Setup;
	/** What follows the first word of the step. */
	words: string;
	/** The triggers that it names; fails where one of the words is none. */
	triggers: TriggerNode[];
	/** How much there was of each when the line began. */
	before: { emitted: number; asked: number; told: number; logged: number };
}

/** What can happen or hold, by its first word. */
export type Steps = Record<string, (line: Line) => unknown>;

/** A step for each of the triggers that it names, one after another. */
const each =
	(act: (setup: Setup, trigger: TriggerNode) => unknown) =>
	async ({ setup, triggers }: Line) => {
		for (const trigger of triggers) await act(setup, trigger);
	};

const startedSince = ({ n8n }: Setup, before: number) =>
	n8n.emitted.slice(before).map(nameOf).sort().join(' ');

const urlName = (url: string | null) => String(short(url)).replace(ELSEWHERE, 'elsewhere');

/** Has a message delivered, where there is a webhook: it has to be taken. */
async function deliver(setup: Setup, fields: object = {}): Promise<void> {
	const delivery = await setup.simulator.sendMessage(fields);
	expect(delivery?.status ?? 200).toBe(200);
	await setup.untilForwarded();
}

/** n8n 2.41 (webhook-helpers.js) gives whatever goes wrong there this code. */
const LOOK_UP_FAILED = { code: 404, message: 'Cannot find workflow' };

const remembered = new Map<string, string>();

const happenings: Steps = {
	publish: each(({ n8n }, trigger) => n8n.publish(trigger)),
	unpublish: each(({ n8n }, trigger) => n8n.unpublish(trigger)),
	/** A test begins; its user ends it, or a message. */
	listen: each(({ n8n }, trigger) => n8n.listen(trigger)),
	stop: each(({ n8n }, trigger) => n8n.stop(trigger)),
	end: each(({ n8n }, trigger) => n8n.ended(trigger)),
	/** It is published no more, or again, and no hook is called. */
	vanish: each(({ n8n }, { workflowId }) => n8n.published.delete(workflowId)),
	reappear: each(({ n8n }, { workflowId }) => n8n.published.add(workflowId)),
	/** n8n has started only the others of what is published, and starts the rest later. */
	restart: ({ setup, triggers }) => setup.restart(...triggers),
	start: ({ setup, triggers }) => setup.n8n.startTriggers(triggers),
	'start-late': ({ setup, triggers }) => setup.n8n.startTriggers(triggers, LATE_START),
	update: ({ setup }) => updatePackage(setup.process),
	/** n8n has stopped them here: another main process leads now. */
	close: each(({ n8n }, trigger) => n8n.closeTrigger(trigger)),
	/** Another main process leads, or again the one that led before it; all triggers are published. */
	'another-leads': async ({ setup }) => await setup.lead(),
	'former-leads': async ({ setup }) => await setup.lead(setup.former),
	/** n8n could not look a workflow up, and so answers the next command to its trigger. */
	stumble: ({ setup, triggers }) =>
		setup.n8n.answerInstead(
			(request) => isCommand(request) && triggers.some((one) => isFor(one)(request)),
			(response) => send(response, { status: 404, body: LOOK_UP_FAILED }),
			1,
		),
	/** Another process, which starts no triggers, or takes deliveries alone. */
	follow: ({ setup }) => setup.restartAsFollower(),
	'webhook-process': ({ setup }) => setup.useWebhookProcess(),
	/** n8n would have published by now what it had removed to do so. */
	later: () => pass(120_001),
	/** n8n may yet start what is published, and has done so. */
	young: ({ setup }) => (setup.process.isStarting = true),
	async old({ setup }) {
		setup.process.isStarting = false;
		setup.waitsOf('start').forEach(({ end }) => end());
		await wait(0);
		await setup.n8n.settled();
	},
	renew: ({ setup }) => setup.renew(),
	/** A lead writes, with this message ID or in this campaign. */
	message: ({ setup, words }) => deliver(setup, words === '' ? {} : { message_id: words }),
	'message-in': ({ setup, words }) =>
		deliver(setup, { campaign: { id: Number(words), name: words, status: 'ACTIVE' } }),
	/** An execution writes static data back as it was earlier. */
	remember: each(({ n8n }, { workflowId }) => {
		remembered.set(workflowId, n8n.database.get(workflowId) ?? '{}');
	}),
	'write-back': each(({ n8n }, { workflowId }) => {
		n8n.database.set(workflowId, remembered.get(workflowId) ?? '{}');
	}),
	/** n8n's own URLs are out of its reach, and within it again. */
	cut: ({ setup }) => (setup.n8n.unreachable = true),
	mend: ({ setup }) => (setup.n8n.unreachable = false),
	move: ({ setup, words }) => setup.n8n.moveTo(words),
	/** The service refuses to set its webhook, so often, or sets it and the answer is lost. */
	refuse: ({ setup: { simulator }, words }) => {
		const times = Number(words || 1);
		simulator.plan({ method: 'PUT', status: 403, body: { error: 'Not yours' }, times });
	},
	'lose-answer': ({ setup: { simulator }, words }) =>
		simulator.plan({ method: 'PUT', kind: 'resetAfter', times: Number(words || 1) }),
	revoke: ({ setup: { simulator } }) =>
		simulator.plan({ method: 'PUT', status: 401, body: { error: 'Invalid API key' } }),
	/** It lists the keys of a user, or does not. */
	'key-list': ({ setup: { simulator }, words }) =>
		simulator.configure({ apiKeyList: z.enum(['own', 'forbidden', 'missing']).parse(words) }),
	/** Another system's URL is set, and n8n does not know it. */
	elsewhere: ({ setup }) => (setup.simulator.state.webhookUrl = ELSEWHERE),
};

const checks: Steps = {
	/** What the service was told, from the beginning. */
	puts: ({ setup, words }) => {
		const names = setup.puts.map(urlName);
		expect(names.filter((name, place) => name !== names[place - 1]).join(' ')).toBe(words);
	},
	registered: ({ setup, words }) => expect(urlName(setup.simulator.webhookUrl)).toBe(words),
	/** The whole URL, of a published trigger or of a test, which ends in a secret. */
	secret: ({ setup, words }) => {
		const [name = '', isTest] = words.split(' ');
		const trigger = setup.named(name);
		const url = isTest ? setup.n8n.testUrl(trigger) : setup.n8n.productionUrl(trigger);
		expect(setup.simulator.webhookUrl).toMatch(new RegExp(`^${url}\\?secret=[\\w-]{16,}$`));
	},
	/** Who starts for a further message. */
	async starts({ setup, words }) {
		const before = setup.n8n.emitted.length;
		await deliver(setup);
		expect(startedSince(setup, before)).toBe(words);
	},
	started: ({ setup, words, before }) => expect(startedSince(setup, before.emitted)).toBe(words),
	/** How many requests n8n has got from within and without, and who of it a command. */
	asked: ({ setup, words, before }) =>
		expect(setup.n8n.requests.slice(before.asked)).toHaveLength(Number(words)),
	commanded({ setup, words, before }) {
		const commands = setup.n8n.requests.slice(before.asked).filter(isCommand);
		expect(commands.map(({ url }) => short(url)).join(' ')).toBe(words);
	},
	/** How many requests the service has got. */
	told: ({ setup, words, before }) =>
		expect(setup.simulator.requests.length - before.told).toBe(Number(words)),
	unrecorded: each(({ n8n }, { workflowId }) =>
		expect(n8n.database.get(workflowId) ?? '{}').not.toContain('registration'),
	),
	/** One line of the log, or `nothing`. */
	logs({ setup, words, before }) {
		const expected = words === 'nothing' ? [] : [expect.stringMatching(new RegExp(words))];
		expect(setup.log.slice(before.logged)).toEqual(expected);
	},
};

/** What was begun, and goes on until `done`. */
let begun: Promise<unknown> = Promise.resolve();

async function playStep(steps: Steps, step: string, line: Pick<Line, 'setup' | 'before'>) {
	const [, action = '', failure] = /^(.*?)(?: fails (.*))?$/.exec(step) ?? [];
	const [verb = '', ...names] = action.replace(/^begin /, '').split(' ');
	const act = verb === 'done' ? () => begun : steps[verb];
	if (!act) throw new Error(`There is no step ${verb}`);
	const acting = async () =>
		await act({
			...line,
			words: names.join(' '),
			get triggers() {
				return names.map((name) => line.setup.named(name));
			},
		});
	if (action.startsWith('begin ')) {
		begun = acting();
		return void begun.catch(() => undefined);
	}
	if (failure === undefined) return void (await acting());
	const succeeded = acting().then(() => 'no failure');
	expect(await succeeded.catch((error: Error) => error.message)).toMatch(new RegExp(failure));
}

async function playLine(setup: Setup, steps: Steps, line: string): Promise<void> {
	const { n8n, simulator, log } = setup;
	const before = {
		emitted: n8n.emitted.length,
		asked: n8n.requests.length,
		told: simulator.requests.length,
		logged: log.length,
	};
	for (const step of line.split(/[,→]/)) {
		await playStep(steps, step.trim(), { setup, before }).catch((error: Error) => {
			error.message = `${step.trim()}: ${error.message}`;
			throw error;
		});
	}
}

/** @param more steps that only these tests have */
export function scenarios(setup: Setup, more: Steps = {}) {
	const steps = { ...happenings, ...checks, ...more };
	const play = async (script: string) => {
		for (const line of script.trim().split('\n')) await playLine(setup, steps, line);
	};
	return {
		play,
		given: (script: string) => beforeEach(async () => await play(script)),
		/** Tests by their names. */
		tests: (scripts: Record<string, string>) =>
			it.each(Object.entries(scripts))('%s', async (_, script) => await play(script)),
	};
}
