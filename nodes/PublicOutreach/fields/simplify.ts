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
const CAMPAIGN_IN_SHORT = [
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

/** Who a person is and how to reach them. */
const PERSON_IN_SHORT = [
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

/** A company without its logo, and without what the service adds to it (reference, Company). */
const COMPANY_IN_SHORT = [
	'id',
	'name',
	'linkedin_url',
	'website_url',
	'location',
	'industry',
	'revenue',
	'amount_of_employees',
];

/** Which fields of an object are left of it. */
type ShortForm = (element: IDataObject) => string[];

export const campaignInShort: ShortForm = () => CAMPAIGN_IN_SHORT;

/** A lead is a person, or in a list of companies a company, which has one name instead of two. */
export const leadInShort: ShortForm = (element) =>
	'name' in element && !('first_name' in element) ? COMPANY_IN_SHORT : PERSON_IN_SHORT;

/**
 * Reads whether the user wants a short form. To be called before the request: a value that cannot
 * be read must not fail an operation that was carried out.
 *
 * @returns what gives an object as it is, or only the fields of its short form
 */
export function shortener(params: Parameters, fieldsOf: ShortForm) {
	const shortens = params.flag('simplify');
	return (element: IDataObject): IDataObject => {
		if (!shortens) return element;
		const present = fieldsOf(element).filter((name) => name in element);
		return Object.fromEntries(present.map((name) => [name, element[name]]));
	};
}
