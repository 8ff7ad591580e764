import type { INodeProperties } from 'n8n-workflow';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { isField } from './properties';

/** The parameters that saved workflows depend on; inside of a collection they follow its name. */
const CONTRACT: Record<string, string[]> = {
	'apiEndpoint.call': [
		'method',
		'path',
		'query',
		'body',
		'options',
		'options.formFieldName',
		'options.inputBinaryField',
		'options.responseFormat',
		'options.returnAll',
	],
	'apiKey.create': ['body'],
	'apiKey.getAll': ['returnAll', 'limit', 'options', 'options.queryParameters'],
	'apiKey.revoke': ['apiKeyId', 'allowOwnKey'],
	'apiKey.rotate': ['apiKeyId', 'allowOwnKey'],
	'campaign.create': ['name', 'output', 'output', 'outputFields'],
	'campaign.get': ['campaignId', 'output', 'output', 'outputFields'],
	'campaign.getAll': [
		'returnAll',
		'limit',
		'filters',
		'filters.status',
		'filters.workspaceId',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
	],
	'campaign.getAnalytics': ['campaignId'],
	'campaign.getManyAnalytics': [
		'returnAll',
		'limit',
		'filters',
		'filters.workspaceId',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
	],
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
		'output',
		'output',
		'outputFields',
	],
	'campaignStep.delete': ['campaignId', 'stepId'],
	'campaignStep.get': ['campaignId', 'stepId'],
	'campaignStep.getAll': [
		'campaignId',
		'returnAll',
		'limit',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
	],
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
	'chat.getAll': [
		'returnAll',
		'limit',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
	],
	'chat.sendMessage': [
		'prospectId',
		'message',
		'additionalFields',
		'additionalFields.senderAccountId',
		'additionalFields.subjectLine',
	],
	'leadList.addLeads': [
		'leadListId',
		'prospectIds',
		'companyIds',
		'options',
		'options.batchSize',
		'options.combineItems',
		'options.idFormat',
	],
	'leadList.addToCampaign': [
		'leadListId',
		'campaignId',
		'prospectsPerCompany',
		'allowDuplicates',
		'includeProspects',
		'includeProspects',
		'additionalFields',
		'additionalFields.activate',
		'additionalFields.amount',
		'additionalFields.filters',
		'additionalFields.prospectIds',
		'additionalFields.sortDirection',
		'additionalFields.sortField',
	],
	'leadList.create': ['name', 'additionalFields', 'additionalFields.searchType'],
	'leadList.enrich': [
		'leadListId',
		'enrichmentType',
		'prospectLimit',
		'maxCredits',
		'mode',
		'additionalFields',
		'additionalFields.filters',
		'additionalFields.sortDirection',
		'additionalFields.sortField',
		'additionalFields.webhookUrl',
	],
	'leadList.getAll': ['returnAll', 'limit', 'options', 'options.queryParameters'],
	'leadList.getLeads': [
		'leadListId',
		'returnAll',
		'limit',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
	],
	'leadList.moveToCampaign': [
		'leadListId',
		'campaignId',
		'additionalFields',
		'additionalFields.prospectIds',
	],
	'prospect.search': [
		'searchType',
		'peopleFilters',
		'peopleFilters.companyName',
		'peopleFilters.companySize',
		'peopleFilters.department',
		'peopleFilters.excludeCompanyName',
		'peopleFilters.excludeCompanySize',
		'peopleFilters.excludeDepartment',
		'peopleFilters.excludeIndustry',
		'peopleFilters.excludeJobTitle',
		'peopleFilters.excludeProspectLocation',
		'peopleFilters.excludeSeniority',
		'peopleFilters.industry',
		'peopleFilters.jobChangeRangeDays',
		'peopleFilters.jobTitle',
		'peopleFilters.prospectLocation',
		'peopleFilters.locationRadius',
		'peopleFilters.locationRadiusUnit',
		'peopleFilters.seniority',
		'peopleFilters.yearsExperience',
		'filters',
		'returnAll',
		'limit',
		'output',
		'output',
		'outputFields',
		'options',
		'options.queryParameters',
		'options.startPage',
	],
	'webhook.disable': [],
	'webhook.set': ['webhookUrl'],
};

const LOCATORS = ['apiKeyId', 'campaignId', 'leadListId', 'stepId'];

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

const TIMEOUT = 'options.timeout';

/** Every operation has it, many as their only option: not listed with each of them. */
function withoutTimeout(names: string[]): string[] {
	const others = names.filter((name) => name !== TIMEOUT);
	const hasOptions = others.some((name) => name.startsWith('options.'));
	return hasOptions ? others : others.filter((name) => name !== 'options');
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
		const shown = description.properties
			.filter(isField)
			.filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(operation),
			);

		const names = namesOf(shown);
		expect(names).toContain(TIMEOUT);
		expect(withoutTimeout(names)).toEqual(parameters);
		for (const { name: field, type } of shown) {
			expect(type === 'resourceLocator').toBe(LOCATORS.includes(field));
		}
	});
});
