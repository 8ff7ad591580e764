import { sourceFiles } from '../docs/paths';
import { choicesOf } from '../operations/properties';
import { action, design, read, rule, trigger } from './rules';

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
