import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/**
 * A field for an identifier: chosen from a searchable list, or entered.
 *
 * @param listedBy the resource whose Get Many lists the IDs, for users and for the error that an agent gets
 * @param others further ways to enter the identifier
 */
export function locator(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'typeOptions' | 'required'>,
	searchListMethod: string,
	listedBy: string,
	others: Array<Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder'>> = [],
): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			// No validation here: n8n's own message would name neither the field nor the value.
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 1042',
				hint: `${listedBy}: Get Many lists the IDs`,
			},
			...others.map((other) => ({ ...other, type: 'string' as const })),
		],
	};
}

export const campaignLocator = locator(
	{
		displayName: 'Campaign',
		name: 'campaignId',
		required: true,
		description: 'The campaign to use, by name or numeric ID',
	},
	'searchCampaigns',
	'Campaign',
);

export const stepLocator = locator(
	{
		displayName: 'Campaign Step',
		name: 'stepId',
		required: true,
		description: 'The step of the chosen campaign, by subject or numeric ID',
		typeOptions: { loadOptionsDependsOn: ['campaignId.value'] },
	},
	'searchSteps',
	'Campaign Step',
);

export const leadListLocator = locator(
	{
		displayName: 'Lead List',
		name: 'leadListId',
		required: true,
		description: 'The lead list to use, by name or numeric ID',
	},
	'searchLeadLists',
	'Lead List',
);

/** Another step of the chosen campaign, before or after the one that is updated. */
export function neighbourStep(which: 'Parent' | 'Child', description: string): INodeProperties {
	const field = {
		displayName: `${which} Step`,
		name: `${which.toLowerCase()}StepId`,
		description,
		typeOptions: { loadOptionsDependsOn: ['campaignId.value'] },
	};
	return locator(field, 'searchSteps', 'Campaign Step');
}

export const apiKeyLocator = locator(
	{
		displayName: 'API Key',
		name: 'apiKeyId',
		required: true,
		description: 'The API key to use, by prefix or ID. The ID is not part of the key.',
	},
	'searchApiKeys',
	'API Key',
);
