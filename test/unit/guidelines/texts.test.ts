import { sourceFiles } from '../docs/paths';
import { choicesOf } from '../operations/properties';
import {
	action,
	allChoices,
	allFields,
	credential,
	design,
	notices,
	operations,
	otherFields,
	read,
	rule,
	standard,
	trigger,
	ux,
	verification,
} from './rules';

/** The words that Title Case leaves small, but at the beginning and at the end. */
const SMALL = 'a an and as at by for in of on or per the to'.split(' ');

function isTitle(text: string): boolean {
	const words = text.split(' ');
	return words.every((word, index) => {
		const isInside = index > 0 && index < words.length - 1;
		const isSmall = SMALL.includes(word.toLowerCase());
		return isInside && isSmall ? word === word.toLowerCase() : /^[A-Z(][^.]*$/.test(word);
	});
}

/** First word with a capital; further capitals are of abbreviations and names alone. */
const isSentence = (text: string) =>
	/^[A-Z]/.test(text) &&
	text
		.split(' ')
		.slice(1)
		.every((word) => !/^[A-Z]/.test(word) || /^[A-Z]{2}/.test(word));

/** A period between and after several sentences, none after one alone. */
const endsRight = (text: string) =>
	/\.$/.test(text.replace(/<[^>]*>/g, '')) === /[.!?] [A-Z]/.test(text);

const ARTICLE = /\b(a|an|the)\b/i;

it('looked at something', () => {
	expect(allFields.length).toBeGreaterThan(200);
	expect(allChoices.length).toBeGreaterThan(150);
	expect(operations.length).toBeGreaterThan(20);
	expect(otherFields.length).toBeGreaterThanOrEqual(10);
	expect(notices.length).toBeGreaterThanOrEqual(9);
});

rule(ux('text-case'), 'names of nodes, fields, groups and choices are in Title Case', () => {
	const groups = allFields.flatMap(({ property }) =>
		(property.options ?? []).flatMap((one) => ('values' in one ? one.displayName : [])),
	);
	const names = [
		...[action.displayName, trigger.displayName, credential.displayName],
		...allFields.map(({ property }) => property.displayName),
		...allFields.flatMap(({ property }) => property.modes ?? []).map((mode) => mode.displayName),
		...groups,
		...allChoices.map(({ choice }) => choice.name),
	];

	expect(names.filter((name) => !isTitle(name))).toEqual([]);
});

rule(design('ui-text-style'), 'both forms of the subtitle of the trigger are in Title Case', () => {
	const shown = [...(trigger.subtitle ?? '').matchAll(/[?:] "([^"]+)"/g)].map(([, text]) => text);

	expect(shown).toHaveLength(2);
	expect(shown.filter((text) => !isTitle(text ?? ''))).toEqual([]);
});

rule(ux('text-case'), 'actions are in sentence case', () => {
	const actions = allChoices.flatMap(({ choice }) => choice.action ?? []);

	expect(actions.length).toBeGreaterThanOrEqual(operations.length);
	expect(actions.filter((text) => !isSentence(text) || text.includes('.'))).toEqual([]);
});

rule(design('ui-text-style'), 'one sentence ends without a period, several with one', () => {
	const texts = [
		...[action.description, trigger.description, trigger.eventTriggerDescription],
		...allChoices.map(({ choice }) => choice.description),
		...allFields.map(({ property }) => property.hint),
		...allFields.map(({ property }) => property.description),
		...notices.map(({ displayName }) => displayName),
	].filter((text) => text !== undefined);

	expect(texts.filter((text) => !/^[A-Z"]/.test(text) || !endsRight(text))).toEqual([]);
});

rule(ux('boolean-description'), 'a toggle says "Whether …"', () => {
	const toggles = allFields.filter(({ property }) => property.type === 'boolean');

	expect(toggles.length).toBeGreaterThan(10);
	for (const { property } of toggles) expect(property.description).toMatch(/^Whether /);
});

rule(ux('placeholders'), 'an example begins with "e.g."', () => {
	const examples = [
		...allFields.map(({ property }) => property).filter(({ type }) => !/ollection$/.test(type)),
		...allFields.flatMap(({ property }) => property.modes ?? []),
	].flatMap(({ placeholder }) => placeholder ?? []);

	expect(examples.length).toBeGreaterThan(20);
	for (const example of examples) expect(example).toMatch(/^e\.g\. /);
});

rule(standard('additional-fields-objects'), 'a collection offers to "Add …" in Title Case', () => {
	const collections = allFields.filter(({ property }) => /ollection$/.test(property.type));
	const texts = collections.map(({ property }) => property.placeholder ?? '');

	expect(texts).not.toEqual([]);
	expect(texts.filter((text) => !/^Add [A-Z][a-z]+$/.test(text))).toEqual([]);
});

describe('the action of an operation', () => {
	rule(ux('naming-action'), 'omits articles in the trigger', () => {
		const actions = otherFields
			.flatMap(({ property }) => property.options ?? [])
			.flatMap((choice) => ('action' in choice ? choice.action : []));

		expect(actions).toEqual(['On any message', 'On message from lead']);
		expect(actions.filter((text) => ARTICLE.test(text ?? ''))).toEqual([]);
	});

	/** Wording that is prescribed; n8n's own nodes have articles in three of four actions. */
	rule(ux('naming-action'), 'keeps articles in the action node: a deviation', () => {
		const actions = operations.map(({ choice }) => choice.action ?? '');

		expect(actions).toEqual(
			expect.arrayContaining([
				'Add a lead list to a campaign',
				'Enrich a lead list (spends credits)',
				'Get leads from a lead list',
				'Permanently delete a campaign step',
			]),
		);
		expect(read('docs/verification.md')).toMatch(/^\| actions keep their articles /m);
	});

	rule(ux('naming-action'), 'names what it is about', () => {
		for (const { where, choice } of operations) {
			const words = (where.split(' ')[0] ?? '')
				.split(/(?=[A-Z])/)
				.join(' ')
				.toLowerCase();
			const others: Record<string, string> = { chat: 'chat|message', 'api key': 'api key' };
			const expected = new RegExp(others[words] ?? words.replace(/s$/, ''), 'i');
			expect([where, choice.action]).toEqual([where, expect.stringMatching(expected)]);
		}
	});
});

rule(ux('operations-name-action-and-description'), 'a description says more than a name', () => {
	for (const { where, choice } of operations) {
		const { name, action: said, description = '' } = choice;
		const repeats = description === '' || description === name || description === said;
		expect([where, description, repeats]).toEqual([where, description, false]);
	}
});

rule(design('source-keys-or-binary-properties'), 'nothing is called binary', () => {
	const names = allFields.map(({ property }) => property.displayName);

	expect(names).toContain('Input Data Field Name');
	expect(names.filter((name) => /binary/i.test(name))).toEqual([]);
});

rule(verification('use-english-language-only'), 'every text has English letters alone', () => {
	const { name, properties, documentationUrl } = credential;
	const words = JSON.stringify([action, trigger, name, properties, documentationUrl]);
	const foreign = [...new Set(words.match(/\p{L}/gu))].filter((letter) => !/[A-Za-z]/.test(letter));

	expect(foreign).toEqual([]);
});

const INTERFACES = 'https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/interfaces.ts';

const events = trigger.properties.find(({ name }) => name === 'messagesFrom');

rule(design('node-naming-conventions'), "the trigger's name is the node's, then Trigger", () => {
	expect(trigger.displayName).toBe(`${action.displayName} Trigger`);
	expect([action.displayName, trigger.displayName].join()).not.toMatch(/node/i);
});

rule(design('trigger-node-inputs'), 'the first field is Trigger On, without a tooltip', () => {
	expect(events?.displayName).toBe('Trigger On');
	expect(trigger.properties[0]).toBe(events);
	expect(events).not.toHaveProperty('description');
});

rule(design('trigger-node-inputs'), 'the panel names each event', () => {
	for (const { action: said } of choicesOf(events!)) expect(said).toMatch(/^On [a-z]/);
});

rule(design('subtitles'), 'each node has a subtitle that follows its main parameter', () => {
	expect(action.subtitle).toMatch(/\$parameter\["operation"\].*\$parameter\["resource"\]/);
	expect(trigger.subtitle).toContain('$parameter["messagesFrom"]');
});

rule(INTERFACES, 'the trigger says what it waits for while it is tested', () => {
	expect(trigger.eventTriggerDescription).toMatch(/^Waiting for .*[^.]$/);
	expect(trigger.activationMessage).toBeDefined();
});

/** n8n's editor shows it at a node whose execution waits, such as Wait or Form. */
rule(INTERFACES, 'waitingNodeTooltip is set exactly where an execution is put to wait', () => {
	const waits = sourceFiles.some((file) => read(file).includes('putExecutionToWait'));

	expect('waitingNodeTooltip' in action || 'waitingNodeTooltip' in trigger).toBe(waits);
});
