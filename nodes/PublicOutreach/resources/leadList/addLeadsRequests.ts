import type { IDataObject } from 'n8n-workflow';
import { LEAD_KEYS } from '../../fields/prospects';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/api/responses/json';
import type { PrepareContext } from '../../operations/operation';
import { sharedByRun, type RunScope } from '../../operations/shared';
import { toId } from '../../../shared/parameters/values';
import type { LeadsToAdd } from './addLeadsOptions';

/** One request: its body, and the IDs in it. */
interface AddRequest {
	body: IDataObject;
	ids: number[];
}

/**
 * The requests for all IDs, each once, in the chosen format: at most _Batch Size_ in each.
 *
 * @param skipped the IDs that are left out
 */
function requestsOf(input: LeadsToAdd, skipped: Set<number>): AddRequest[] {
	const isSent = (id: number) => !skipped.has(id);
	const people = [...new Set(input.people)].filter(isSent);
	const companies = [...new Set(input.companies)].filter(isSent);
	const { isText, batchSize: size } = input;
	const count = people.length + companies.length;
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
function joined(answers: Answer[]): Answer {
	const [only = {}, another] = answers;
	if (another === undefined) return only;
	const responses = answers.flat();
	const agreed = Object.entries(responses[0] ?? {}).filter(([name, value]) =>
		responses.every((other) => JSON.stringify(other[name]) === JSON.stringify(value)),
	);
	return { ...Object.fromEntries(agreed), responses };
}

/** Which unit has added an ID to a list, by list and ID. */
const addersOfList = sharedByRun<Map<number, RunScope['unit']>>();

const addersOf = async ({ leadListId }: LeadsToAdd, run: RunScope) =>
	await addersOfList(run, leadListId, async () => new Map());

/** Notes IDs as added, so that later items leave them out. */
async function noteAdded(input: LeadsToAdd, ids: number[], run: RunScope): Promise<void> {
	const adders = await addersOf(input, run);
	for (const id of ids) adders.set(id, run.unit);
}

/** What a lead of a list is added by: the prospect ID, or its own where that is not shown. */
function prospectIdOf({ id, prospect_id: prospectId, prospect }: IDataObject): number | undefined {
	return toId(prospectId) ?? toId(isDataObject(prospect) ? prospect.id : undefined) ?? toId(id);
}

const leadsOfList = sharedByRun<Set<number | undefined>>();

/** The IDs that the list holds, where these are to be skipped; none where the list does not tell. */
export async function idsInList(
	{ leadListId, skipsExisting }: LeadsToAdd,
	{ api, run }: PrepareContext,
): Promise<Set<number | undefined>> {
	if (!skipsExisting) return new Set();
	const path = apiPath`/api/v1/public/lead-lists/${leadListId}/leads/`;
	return await leadsOfList(run, leadListId, async () => {
		const leads = await api.list(path, { key: LEAD_KEYS });
		return new Set(leads.map(prospectIdOf));
	});
}

/**
 * The IDs that are not sent: those that the list holds, and those that another unit has added. Those that
 * the unit itself has added are not among them, so that a later attempt makes the same requests.
 */
async function idsToSkip(
	input: LeadsToAdd,
	held: Set<number | undefined>,
	run: RunScope,
): Promise<Set<number>> {
	if (!input.skipsExisting) return new Set();
	const adders = await addersOf(input, run);
	const isAdded = (id: number) => adders.has(id) && adders.get(id) !== run.unit;
	const ids = [...input.people, ...input.companies];
	return new Set(ids.filter((id) => held.has(id) || isAdded(id)));
}

/**
 * Adds the leads in as many requests as they need.
 *
 * @param held the IDs that the list holds
 */
export async function sendRequests(
	input: LeadsToAdd,
	{ api, run }: PrepareContext,
	held: Set<number | undefined>,
): Promise<IDataObject | IDataObject[]> {
	const path = apiPath`/api/v1/public/lead-lists/${input.leadListId}/add-leads/`;
	const skipped = await idsToSkip(input, held, run);
	const requests = requestsOf(input, skipped);
	if (skipped.size > 0) api.hint(`Left out because the list has them already: ${skipped.size}`);
	if (requests.length === 0) return { success: true, skipped: skipped.size };
	const total = requests.reduce((sum, { ids }) => sum + ids.length, 0);
	const responses = [];
	let added = 0;
	for (const { body, ids } of requests) {
		const advice = `Of ${total} IDs, ${added} were added before this request`;
		const sender = added === 0 ? api : api.with({ advice });
		responses.push(await sender.object('POST', path, { body }));
		added += ids.length;
		await noteAdded(input, ids, run);
	}
	return joined(responses);
}
