import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { API_KEYS } from '../resources/apiKey/ownKey';
import { nameOf, partnerOf } from '../resources/chat/prospect';
import { isDataObject } from '../../shared/api/responses/json';
import { ApiClient, type ListOptions } from '../../shared/api/client';
import { type ApiPath, apiPath } from '../../shared/api/path';
import { listEntry } from '../../shared/parameters/fields';

/** The editor cuts off what does not fit, and with it what comes after the name. */
const MOST_CHARACTERS = 34;

/** A long name loses its middle: names often differ at the end. */
function withShortName(element: IDataObject): IDataObject {
	const characters = typeof element.name === 'string' ? [...element.name] : [];
	if (characters.length <= MOST_CHARACTERS) return element;
	const [start, end] = [characters.slice(0, 20), characters.slice(-12)];
	return { ...element, name: `${start.join('').trim()}…${end.join('').trim()}` };
}

const NO_IDS = 'The service did not send a list of elements with IDs';

/**
 * Loads a searchable list.
 *
 * @param key where the elements are expected; those without an ID cannot be chosen, and are left out
 * @param nameOf the display name of an element, such as "Q4 founders (ACTIVE, ID 102)"; shown with a
 * long name shortened
 * @param filter the search text; it must occur in the whole display name
 * @param toElement what is shown of an element that the service sent; nothing where it is shown already
 * @throws NodeApiError with the service's words, which the editor shows in the list
 */
async function searchList(
	context: ILoadOptionsFunctions,
	path: ApiPath,
	key: ListOptions['key'],
	nameOf: (element: IDataObject, place: number) => string,
	filter = '',
	toElement: (sent: IDataObject) => IDataObject[] = (sent) => [sent],
): Promise<INodeListSearchResult> {
	const api = await ApiClient.connect(context);
	// Urgent: a person waits for the list, and a run may have hundreds of pending requests.
	const sent = await api.list(path, { key, urgent: true });
	const elements = sent.flatMap(toElement);
	const hasId = ({ id }: IDataObject) => id !== undefined && id !== null;
	if (sent.length > 0 && !elements.some(hasId)) {
		throw new NodeOperationError(context.getNode(), NO_IDS, {
			description: 'Choose "By ID" instead, and enter the number',
		});
	}
	const wanted = filter.trim().toLowerCase();
	const results = elements.flatMap((element, place) => {
		const isShown = hasId(element) && nameOf(element, place).toLowerCase().includes(wanted);
		const name = nameOf(withShortName(element), place);
		return isShown ? [{ name, value: String(element.id) }] : [];
	});
	return { results };
}

/** A key's name is its prefix, as in the dashboard (extended API, 2.2). */
function nameOfKey({ name, prefix, ...key }: IDataObject): string {
	return listEntry({ ...key, name: name ?? prefix }, name ? prefix : undefined);
}

export async function searchApiKeys(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, API_KEYS.path, API_KEYS.list.key, nameOfKey, filter);
}

export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/campaigns/`;
	return await searchList(this, path, 'campaigns', (one) => listEntry(one, one.status), filter);
}

/** Every new list is a DRAFT, so only another status is informative. The list does not tell people from companies (reference, Lead list). */
function nameOfLeadList(list: IDataObject): string {
	const { total_prospects: count, status } = list;
	const size =
		typeof count === 'number' ? `${count} ${count === 1 ? 'entry' : 'entries'}` : undefined;
	return listEntry(list, status === 'DRAFT' ? undefined : status, size);
}

export async function searchLeadLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/lead-lists/`;
	return await searchList(this, path, 'lead_lists', nameOfLeadList, filter);
}

/** The people that there are chats with, each once: they can be written to (extended API, 8.2). */
export async function searchProspects(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const shown = new Set<number>();
	const personOf = (chat: IDataObject) => {
		const { id, fields } = partnerOf(chat);
		if (id === undefined || shown.has(id)) return [];
		shown.add(id);
		return [{ id, name: nameOf(fields), company: fields.company }];
	};
	const companyOf = ({ company }: IDataObject) =>
		isDataObject(company) ? company.name : undefined;
	const path = apiPath`/api/v1/public/chats`;
	const nameIn = (person: IDataObject) => listEntry(person, companyOf(person));
	return await searchList(this, path, 'chats', nameIn, filter, personOf);
}

/** A step has no name: it is identified by its position, type and subject. */
function nameOfStep(
	{ id, step_type: kind, subject_line: subject }: IDataObject,
	place: number,
): string {
	const title = [kind, subject].filter(Boolean).map(String).join(': ');
	return `${place + 1}. ${title || 'Step'} (ID ${String(id)})`;
}

/** The editor resolves expressions before this call; one that is left has no value yet. */
function problemOf(campaignId: string): string {
	if (campaignId === '') return 'Choose a campaign first';
	if (campaignId.startsWith('=')) {
		return 'The campaign is an expression without a value so far. Run the nodes before this one, or enter the ID of the step';
	}
	return `Campaign: expected an ID such as 1042, got "${campaignId}"`;
}

/** The steps of the chosen campaign (extended API, 5.1). */
export async function searchSteps(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const campaignId = String(
		this.getCurrentNodeParameter('campaignId', { extractValue: true }) ?? '',
	).trim();
	if (!/^\d+$/.test(campaignId)) {
		throw new NodeOperationError(this.getNode(), problemOf(campaignId), {
			description: 'The steps of a campaign can be listed once it is known',
		});
	}
	const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/`;
	return await searchList(this, path, 'steps', nameOfStep, filter);
}
