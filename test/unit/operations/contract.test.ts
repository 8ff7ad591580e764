import type { INodeProperties } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';

/** The parameters that saved workflows depend on; inside of a collection they follow its name. */
const CONTRACT: Record<string, string[]> = {
	'apiEndpoint.call': ['method', 'path', 'query', 'body'],
	'campaign.create': ['name', 'simplify'],
	'campaign.get': ['campaignId', 'simplify'],
	'campaign.getAll': ['returnAll', 'limit', 'simplify'],
	'campaign.getAnalytics': ['campaignId'],
	'campaign.update': [
		'campaignId',
		'updateFields',
		'updateFields.emailMaxMessages',
		'updateFields.language',
		'updateFields.linkedinMaxConnections',
		'updateFields.linkedinMaxMessages',
		'updateFields.name',
		'updateFields.sendingWindow',
		'updateFields.sendingWindow.days',
		'updateFields.sendingWindow.days.weekdays',
		'updateFields.sendingWindow.days.enabled',
		'updateFields.sendingWindow.days.start',
		'updateFields.sendingWindow.days.end',
		'updateFields.sendingWindowJson',
		'updateFields.timezone',
		'simplify',
	],
	'campaignStep.delete': ['campaignId', 'stepId'],
	'campaignStep.get': ['campaignId', 'stepId'],
	'campaignStep.getAll': ['campaignId', 'returnAll', 'limit'],
	'campaignStep.update': [
		'campaignId',
		'stepId',
		'updateFields',
		'updateFields.addUnsubscribe',
		'updateFields.childConditionId',
		'updateFields.childStepId',
		'updateFields.delayInHours',
		'updateFields.messageTemplate',
		'updateFields.messageTemplateB',
		'updateFields.parentConditionId',
		'updateFields.parentStepId',
		'updateFields.subjectLine',
		'updateFields.subjectLineB',
	],
	'chat.getAll': ['returnAll', 'limit'],
	'chat.sendMessage': [
		'prospectId',
		'message',
		'additionalFields',
		'additionalFields.senderAccountId',
		'additionalFields.subjectLine',
	],
	'leadList.addLeads': ['leadListId', 'prospectIds', 'companyIds'],
	'leadList.addToCampaign': [
		'leadListId',
		'campaignId',
		'additionalFields',
		'additionalFields.activate',
		'additionalFields.allowDuplicates',
		'additionalFields.amount',
		'additionalFields.filters',
		'additionalFields.prospectIds',
		'additionalFields.prospectsPerCompany',
		'additionalFields.sortDirection',
		'additionalFields.sortField',
	],
	'leadList.create': ['name', 'additionalFields', 'additionalFields.searchType'],
	'leadList.enrich': [
		'leadListId',
		'enrichmentType',
		'prospectLimit',
		'mode',
		'additionalFields',
		'additionalFields.filters',
		'additionalFields.sortDirection',
		'additionalFields.sortField',
		'additionalFields.webhookUrl',
	],
	'leadList.getAll': ['returnAll', 'limit'],
	'leadList.getLeads': ['leadListId', 'returnAll', 'limit', 'simplify'],
	'leadList.moveToCampaign': [
		'leadListId',
		'campaignId',
		'additionalFields',
		'additionalFields.prospectIds',
	],
	'prospect.search': ['searchType', 'filters', 'returnAll', 'limit'],
	'webhook.disable': [],
	'webhook.set': ['webhookUrl'],
};

const LOCATORS = ['campaignId', 'leadListId', 'stepId'];

function namesOf(properties: INodeProperties[], prefix = ''): string[] {
	return properties.flatMap(({ name, options = [] }) => [
		`${prefix}${name}`,
		...options.flatMap((option) => {
			if ('type' in option) return namesOf([option], `${prefix}${name}.`);
			if (!('values' in option)) return [];
			const group = `${prefix}${name}.${option.name}`;
			return [group, ...namesOf(option.values, `${group}.`)];
		}),
	]);
}

const description = new PublicOutreach().description;

describe('what saved workflows depend on', () => {
	it('is the name of the node', () => {
		expect(description).toMatchObject({ name: 'publicOutreach', version: 1 });
		expect(description.displayName).toBe('Public Outreach');
	});

	it('is the set of operations', () => {
		const names = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);

		expect(names.sort()).toEqual(Object.keys(CONTRACT).sort());
	});

	it.each(Object.entries(CONTRACT))('are the parameters of %s', (name, parameters) => {
		const [resource = '', operation = ''] = name.split('.');
		const shown = description.properties.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation),
		);

		expect(namesOf(shown)).toEqual(parameters);
		for (const { name: field, type } of shown) {
			expect(type === 'resourceLocator').toBe(LOCATORS.includes(field));
		}
	});
});
