import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Parameters } from '../../shared/operations/parameters';

/**
 * Offered where an object has more than ten fields, as n8n's guidelines for nodes ask. It is off at
 * first: nothing that the service sends is left out unasked.
 */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** A campaign without its sending window, and without what the service adds to it. */
export const CAMPAIGN_IN_SHORT = [
	'id',
	'name',
	'status',
	'timezone',
	'language',
	'email_max_messages',
	'linkedin_max_messages',
	'linkedin_max_connections',
	'created_at',
	'updated_at',
];

/** Who a lead is and how to reach them. */
export const LEAD_IN_SHORT = [
	'id',
	'first_name',
	'last_name',
	'job_title',
	'email',
	'phone_number',
	'linkedin_profile_url',
	'location',
	'industry',
	'status',
];

/** The object as it is, or only its named fields when the user asked for that. */
export function inShort(params: Parameters, element: IDataObject, fields: string[]): IDataObject {
	if (!params.flag('simplify')) return element;
	const present = fields.filter((name) => name in element);
	return Object.fromEntries(present.map((name) => [name, element[name]]));
}
