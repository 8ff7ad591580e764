import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Batching } from '../../shared/operations/operation';
import type { Parameters } from '../../shared/operations/parameters';

const BATCH_SIZE = 100;

/** How leads are added to a list, in addition to the IDs (extended API, 6.4 and 6.5). */
export const addLeadsOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'Further settings of the request',
	options: [
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: BATCH_SIZE,
			description: 'How many IDs to send in one request when items are combined',
		},
		{
			displayName: 'Combine Items',
			name: 'combineItems',
			type: 'boolean',
			default: false,
			builderHint: { propertyHint: 'Turn on when several items go into the same list' },
			description:
				'Whether to send the IDs of all input items for the same list in as few requests as possible',
		},
		{
			displayName: 'ID Format',
			name: 'idFormat',
			type: 'options',
			options: [
				{
					name: 'Array',
					value: 'array',
					description: 'As documented for Add to Campaign: [5001, 5002]',
				},
				{
					name: 'Text',
					value: 'text',
					description: 'As the vendor\'s own n8n node sends them: "5001,5002"',
				},
			],
			default: 'array',
			description:
				'How IDs are sent. No source documents it: try the other one if the service refuses them.',
		},
	],
};

/** The IDs of people and companies that an item adds; at least one. */
export function readIds(params: Parameters): { people: number[]; companies: number[] } {
	const people = params.ids('prospectIds');
	const companies = params.ids('companyIds');
	if (people.length + companies.length === 0) {
		const empty = ['prospectIds', 'companyIds'].find((name) => params.isExpression(name));
		if (empty) params.refuseValue(empty, undefined, 'IDs such as 1042, 1043');
		params.refuseRequest('Enter the prospect IDs or the company IDs to add to the lead list');
	}
	return { people, companies };
}

/** Items share a request when they add the same kind to the same list, in the same format. */
export function readBatching(params: Parameters): Batching | undefined {
	const options = params.collection('options');
	const limit = options.has('batchSize') ? options.integer('batchSize', 1) : BATCH_SIZE;
	if (!options.has('combineItems') || !options.flag('combineItems')) return undefined;
	const { people, companies } = readIds(params);
	const format = options.has('idFormat') ? options.option('idFormat') : 'array';
	return {
		key: [params.id('leadListId'), format, people.length > 0, companies.length > 0].join(),
		size: people.length + companies.length,
		limit,
	};
}

/** The IDs of all items, each once, in the chosen format. */
export function bodyOf(batch: Parameters[]): IDataObject {
	const read = batch.map(readIds);
	const people = [...new Set(read.flatMap((ids) => ids.people))];
	const companies = [...new Set(read.flatMap((ids) => ids.companies))];
	const options = batch[0]?.collection('options');
	if (options?.has('idFormat') && options.option('idFormat') === 'text') {
		return { prospect_ids: people.join(','), company_ids: companies.join(',') };
	}
	return {
		...(people.length > 0 && { prospect_ids: people }),
		...(companies.length > 0 && { company_ids: companies }),
	};
}
