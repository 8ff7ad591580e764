import type { INodeProperties } from 'n8n-workflow';

/** The accepted formats of IDs; the second half of a description. */
export const ID_FORMS =
	'separated by commas or newlines. An expression may also give a number, an array, or an array of objects with an "id".';

/** Drag and drop inserts `{{ $json.id }}`, the ID of one item, although those of all may be meant. */
const ALL_ITEMS =
	"IDs of all items of the node Search prospects: {{ $('Search prospects').all().map((item) => item.json.id) }}, with Execute Once on in Settings";

/** IDs of people (extended API, 6.4). */
export const prospectIds: INodeProperties = {
	displayName: 'Prospect IDs',
	name: 'prospectIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 5001, 5002',
	description: `Numeric IDs of prospects (people), ${ID_FORMS}`,
	builderHint: {
		propertyHint:
			'IDs from the output of Prospect: Search. For those of all its items use an expression with .all().map((item) => item.json.id), and set executeOnce on this node.',
	},
	hint: ALL_ITEMS,
};

/** IDs of companies, for lists that were created for companies. */
export const companyIds: INodeProperties = {
	displayName: 'Company IDs',
	name: 'companyIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7001, 7002',
	description: `Numeric IDs of companies, for a list of companies, ${ID_FORMS}`,
};
