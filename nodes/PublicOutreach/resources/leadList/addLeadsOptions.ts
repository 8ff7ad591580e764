import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { idFormat, isTextFormat, LEAD_KEYS } from '../../fields/prospects';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/api/responses/json';
import type { Batching, OperationContext } from '../../operations/operation';
import { toId } from '../../../shared/parameters/values';
import type { Parameters } from '../../../shared/parameters/parameters';

const BATCH_SIZE = 100;

/** How leads are added to a list, in addition to the IDs (extended API, 6.4 and 6.5). */
export const addLeadsOptions: INodeProperties[] = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: BATCH_SIZE,
		description:
			'How many IDs to send in one request at most; further ones follow in further requests',
	},
	{
		displayName: 'Combine Items',
		name: 'combineItems',
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Turn on when several items go into the same list' },
		description:
			'Whether to send the IDs of all input items for the same list in as few requests as possible',
	},
	idFormat,
	{
		displayName: 'Skip Leads in the List',
		name: 'skipExisting',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the list first, and send only the IDs that it does not hold already, as in a workflow that runs each day',
	},
];

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

const batchSizeOf = (options: Parameters): number =>
	options.has('batchSize') ? options.integer('batchSize', 1) : BATCH_SIZE;

const skipsExisting = (options: Parameters): boolean =>
	options.has('skipExisting') && options.flag('skipExisting');

/** Items share a request when they add the same kind to the same list, in the same way. */
export function readBatching(params: Parameters): Batching | undefined {
	const options = params.collection('options');
	const limit = batchSizeOf(options);
	const way = [isTextFormat(params), skipsExisting(options)];
	if (!options.has('combineItems') || !options.flag('combineItems')) return undefined;
	const { people, companies } = readIds(params);
	return {
		key: [params.id('leadListId'), ...way, people.length > 0, companies.length > 0].join(),
		size: people.length + companies.length,
		limit,
	};
}

/** One request: its body, and the IDs in it. */
export interface AddRequest {
	body: IDataObject;
	ids: number[];
}

/**
 * The requests for the IDs of all items, each once, in the chosen format: at most _Batch Size_ in each.
 *
 * @param skipped the IDs that are left out
 */
export function requestsOf(batch: Parameters[], skipped: number[]): AddRequest[] {
	const [options] = batch.map((params) => params.collection('options'));
	if (!options) return [];
	const read = batch.map(readIds);
	const isSent = (id: number) => !skipped.includes(id);
	const people = [...new Set(read.flatMap((ids) => ids.people))].filter(isSent);
	const companies = [...new Set(read.flatMap((ids) => ids.companies))].filter(isSent);
	const isText = batch.some(isTextFormat);
	const count = people.length + companies.length;
	const size = batchSizeOf(options);
	return Array.from({ length: Math.ceil(count / size) }, (_request, index) => {
		// The companies follow the people.
		const [from, to] = [index * size, Math.min((index + 1) * size, count)];
		const after = (place: number) => Math.max(0, place - people.length);
		const some = [people.slice(from, to), companies.slice(after(from), after(to))] as const;
		return { body: bodyOf(...some, isText), ids: some.flat() };
	});
}

function bodyOf(people: number[], companies: number[], isText: boolean): IDataObject {
	if (isText) return { prospect_ids: people.join(','), company_ids: companies.join(',') };
	return {
		...(people.length > 0 && { prospect_ids: people }),
		...(companies.length > 0 && { company_ids: companies }),
	};
}

type Answer = IDataObject | IDataObject[];

/**
 * The answers to the requests of an item as its output: the only answer as it is; of several what all of
 * them say, and each of them under `responses`, for none of their fields is documented.
 */
export function joined(answers: Answer[]): Answer {
	const [only = {}, another] = answers;
	if (another === undefined) return only;
	const responses = answers.flat();
	const agreed = Object.entries(responses[0] ?? {}).filter(([name, value]) =>
		responses.every((other) => JSON.stringify(other[name]) === JSON.stringify(value)),
	);
	return { ...Object.fromEntries(agreed), responses };
}

/** What the run itself has added to the item's list, to which later items may want to add the same. */
export async function addedInRun({
	params,
	once,
}: Pick<OperationContext, 'params' | 'once'>): Promise<IDataObject[]> {
	return await once(`added to ${params.id('leadListId')}`, async () => []);
}

/** What a lead of a list is added by: the prospect ID, or its own where that is not shown. */
function prospectIdOf({ id, prospect_id: prospectId, prospect }: IDataObject): number | undefined {
	return toId(prospectId) ?? toId(isDataObject(prospect) ? prospect.id : undefined) ?? toId(id);
}

/** The IDs of a batch that the list holds already, where these are to be skipped; none where the list does not tell. */
export async function existingOf(context: OperationContext): Promise<number[]> {
	const { api, params, batch, once, writes } = context;
	if (!skipsExisting(params.collection('options'))) return [];
	const leadListId = params.id('leadListId');
	const given = batch.map(readIds).flatMap(({ people, companies }) => [...people, ...companies]);
	const path = apiPath`/api/v1/public/lead-lists/${leadListId}/leads/`;
	const list = async () => await api.list(path, { key: LEAD_KEYS });
	return await writes.madeFrom(async () => {
		const leads = await once(`leads of ${leadListId}`, list);
		const added = await addedInRun(context);
		const held = new Set([...leads, ...added].map(prospectIdOf));
		return [...new Set(given)].filter((id) => held.has(id));
	});
}
