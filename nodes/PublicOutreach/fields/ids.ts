import type { INodeProperties } from 'n8n-workflow';

const FORMS = 'comma-separated text, a single number, or an array by expression';

/** IDs of people, as a search or a list gives them. */
export const prospectIds: INodeProperties = {
	displayName: 'Prospect IDs',
	name: 'prospectIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 5001, 5002',
	description: `Numeric IDs of prospects (people), as ${FORMS}`,
};

/** IDs of companies, for lists that were created for companies. */
export const companyIds: INodeProperties = {
	displayName: 'Company IDs',
	name: 'companyIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7001, 7002',
	description: `Numeric IDs of companies, for a list of companies, as ${FORMS}`,
};
