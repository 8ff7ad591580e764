import type { INodeProperties } from 'n8n-workflow';
import { neighbourStep } from '../../fields/locators';

const PLACEHOLDERS = '{{first_name}}, {{last_name}}, {{job_title}}, {{company_name}}, {{location}}';

/** A template of the service. For its placeholders in n8n expressions see `docs/placeholders.md`. */
function template(displayName: string, name: string, description: string): INodeProperties {
	const isMessage = name.startsWith('message');
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		...(isMessage && { typeOptions: { rows: 5 } }),
		placeholder: isMessage ? 'e.g. Hi {{first_name}}, …' : 'e.g. A question, {{first_name}}',
		description: `${description}. The service fills in the placeholders ${PLACEHOLDERS} for each lead.`,
	};
}

function conditionId(which: 'Parent' | 'Child', description: string): INodeProperties {
	return {
		displayName: `${which} Condition ID`,
		name: `${which.toLowerCase()}ConditionId`,
		type: 'string',
		default: '',
		placeholder: 'e.g. 31',
		description,
	};
}

/** The settable fields of a campaign step (extended API, 5.2). */
export const stepSettings: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: "The fields to change. Fields that you don't add keep their values.",
	options: [
		{
			displayName: 'Add Unsubscribe',
			name: 'addUnsubscribe',
			type: 'boolean',
			default: false,
			description: 'Whether to add an unsubscribe option to the message',
		},
		conditionId(
			'Child',
			'Numeric ID of the condition that follows; cannot be combined with a child step',
		),
		neighbourStep('Child', 'The step that follows; cannot be combined with a child condition'),
		{
			displayName: 'Delay in Hours',
			name: 'delayInHours',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: '',
			description: 'How many hours to wait before the step is sent',
		},
		template('Message Template', 'messageTemplate', 'Text of the message'),
		template(
			'Message Template B',
			'messageTemplateB',
			'Text of the message in variant B of an A/B test',
		),
		conditionId(
			'Parent',
			'Numeric ID of the condition that comes before; cannot be combined with a parent step',
		),
		neighbourStep(
			'Parent',
			'The step that comes before; cannot be combined with a parent condition',
		),
		template('Subject Line', 'subjectLine', 'Subject of an email'),
		template('Subject Line B', 'subjectLineB', 'Subject of an email in variant B of an A/B test'),
	],
};
