import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { idNamedIn, LEAD_KEYS } from '../../fields/prospects';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/json';
import { IncompleteList } from '../../../shared/api/responses/collectPages';
import { field, flag, identifier, integer, object } from '../../../shared/api/schemas';
import type { PrepareContext } from '../../operations/operation';
import { sharedByRun, type RunScope } from '../../operations/shared';
import { toInteger } from '../../../shared/integers';
import { toIds } from '../../../shared/parameters/values';
import type { LeadsToAdd } from './addLeadsOptions';

const idList = field(z.array(z.number()));

/**
 * The output, which has the same form whatever the response is (extended API, 6.4: none of its fields is
 * documented).
 */
export const addedLeads = object({
	success: flag,
	added_count: integer,
	skipped: integer,
	added_ids: idList,
	skipped_ids: idList,
	lead_list: field(object({ id: identifier })),
});

/** The IDs of people and of companies are separate: a person and a company may have the same ID. */
interface Ids {
	people: number[];
	companies: number[];
}

const allOf = ({ people, companies }: Ids): number[] => [...people, ...companies];

/** The IDs that pass a filter, each once. */
function filtered(
	{ people, companies }: Ids,
	passes: (kind: keyof Ids, id: number) => boolean,
): Ids {
	return {
		people: [...new Set(people)].filter((id) => passes('people', id)),
		companies: [...new Set(companies)].filter((id) => passes('companies', id)),
	};
}

/** The IDs of each request: at most _Batch Size_, people before companies. */
function batchesOf({ people, companies }: Ids, size: number): Ids[] {
	const count = people.length + companies.length;
	return Array.from({ length: Math.ceil(count / size) }, (_batch, index) => {
		const [from, to] = [index * size, Math.min((index + 1) * size, count)];
		const after = (place: number) => Math.max(0, place - people.length);
		return {
			people: people.slice(from, to),
			companies: companies.slice(after(from), after(to)),
		};
	});
}

function bodyOf({ people, companies }: Ids, isText: boolean): IDataObject {
	if (isText) return { prospect_ids: people.join(','), company_ids: companies.join(',') };
	return {
		...(people.length > 0 && { prospect_ids: people }),
		...(companies.length > 0 && { company_ids: companies }),
	};
}

/** The unit that has added an ID, for each list. */
const unitsOfList = sharedByRun<Map<string, RunScope['unit']>>();

/** The IDs that a list has. */
type Held = Record<keyof Ids, Set<number>>;

const heldByList = sharedByRun<Held>();

function heldIn(elements: IDataObject[]): Held {
	const known = (name: 'prospect' | 'company') =>
		new Set(elements.flatMap((element) => idNamedIn(element, name) ?? []));
	return { people: known('prospect'), companies: known('company') };
}

const INCOMPLETE_ADVICE =
	'The list may have some of these leads already. Try again later, or turn off Skip Leads in the List under Options';

/**
 * The IDs that the list has, if they are to be skipped; none if the list does not show them.
 *
 * @throws NodeOperationError if the list could not be read completely, and may have one of the unit's IDs
 */
export async function idsInList(
	{ leadListId, skipsExisting, people, companies }: LeadsToAdd,
	{ api, run, entered }: PrepareContext,
): Promise<Held> {
	if (!skipsExisting) return heldIn([]);
	const path = apiPath`/api/v1/public/lead-lists/${leadListId}/leads/`;
	const options = { key: LEAD_KEYS, mustBeComplete: true };
	const read = async () => heldIn(await api.list(path, options));
	return await heldByList(run, leadListId, read).catch((error: unknown) => {
		if (!(error instanceof IncompleteList)) throw error;
		const held = heldIn(error.elements);
		const unknown = filtered({ people, companies }, (kind, id) => !held[kind].has(id));
		if (allOf(unknown).length === 0) return held;
		return entered.refuseRequest(error.problemWith('The lead list'), INCOMPLETE_ADVICE);
	});
}

/**
 * Adds the leads in as many requests as they need: each ID once in a run, and none that the list has.
 *
 * @param held the IDs that the list has
 */
export async function sendRequests(
	input: LeadsToAdd,
	{ api, run }: PrepareContext,
	held: Held,
): Promise<IDataObject> {
	const path = apiPath`/api/v1/public/lead-lists/${input.leadListId}/add-leads/`;
	const adders = await unitsOfList(run, input.leadListId, async () => new Map());
	// IDs that this unit itself has added count as new, since a later attempt makes the same requests; its log
	// keeps them from being sent twice.
	const isNew = (kind: keyof Ids, id: number) =>
		!held[kind].has(id) && (adders.get(`${kind} ${id}`) ?? run.unit) === run.unit;
	const wanted = filtered(input, isNew);
	const skipped = allOf(filtered(input, (kind, id) => !isNew(kind, id)));
	const total = allOf(wanted).length;
	const done: Sent[] = [];
	let added = 0;
	for (const batch of batchesOf(wanted, input.batchSize)) {
		const advice = `Of ${total} IDs, ${added} were added before this request`;
		const sender = added === 0 ? api : api.with({ advice });
		const response = await sender.object('POST', path, { body: bodyOf(batch, input.isText) });
		done.push({ ids: allOf(batch), response });
		for (const id of batch.people) adders.set(`people ${id}`, run.unit);
		for (const id of batch.companies) adders.set(`companies ${id}`, run.unit);
		added += allOf(batch).length;
	}
	return outputFor(input, done, skipped);
}

/** The IDs of a request, and its response. */
interface Sent {
	ids: number[];
	response: IDataObject;
}

/**
 * Which of the IDs were added, and which not, as far as the response says it with the IDs that were sent; all
 * of them otherwise. Other IDs may be those of the rows in the list.
 */
function resultOf({ ids, response }: Sent): Record<'added' | 'skipped', number[]> {
	const named = (value: unknown) => {
		const found = Array.isArray(value) ? (toIds(value) ?? []) : [];
		return found.every((id) => ids.includes(id)) ? found : [];
	};
	const skipped = [response.skipped_ids, response.skipped].map(named).find(({ length }) => length);
	const added = named(response.added_ids);
	const others = ids.filter((id) => !skipped?.includes(id));
	return { added: added.length > 0 ? added : others, skipped: skipped ?? [] };
}

/**
 * The output of a unit, in the same form whether there were no new IDs, or more than fit into one request.
 * Other fields of a single response are passed on beside it; those of several responses are under
 * `responses`, since most cannot be summed.
 */
function outputFor({ leadListId }: LeadsToAdd, done: Sent[], alreadyHeld: number[]): IDataObject {
	const responses = done.map(({ response }) => response);
	const [only = {}, another] = responses;
	const said = another === undefined ? only : { responses };
	const { lead_list: list } = responses.at(-1) ?? {};
	const results = done.map(resultOf);
	const countsOf = (which: 'added' | 'skipped', ...names: string[]) =>
		responses.map((one, place) => {
			const said = names.map((name) => toInteger(one[name])).find((count) => count !== undefined);
			return said ?? results[place]?.[which].length ?? 0;
		});
	return {
		...said,
		success: only.success ?? true,
		added_count: sum(countsOf('added', 'added_count', 'added')),
		skipped: sum([alreadyHeld.length, ...countsOf('skipped', 'skipped')]),
		added_ids: results.flatMap(({ added }) => added),
		skipped_ids: [...alreadyHeld, ...results.flatMap(({ skipped }) => skipped)],
		lead_list: { id: leadListId, ...(isDataObject(list) && list) },
	};
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
