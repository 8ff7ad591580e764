import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { API_KEYS } from '../resources/apiKey/ownKey';
import { nameOf } from '../resources/chat/addressee';
import { contactOf } from '../resources/chat/findProspect';
import { isDataObject } from '../../shared/json';
import { ApiClient, type ListOptions } from '../../shared/api/client';
import { type ApiPath, apiPath } from '../../shared/api/path';
import { comparable } from '../../shared/normalize';
import { listEntry } from '../../shared/parameters/fields';

/** The editor cuts off text that does not fit, which would be the ID after the name. */
const MOST_CHARACTERS = 34;

/** A long name loses its middle: names often differ at the end. */
function withShortName(element: IDataObject): IDataObject {
	const characters = typeof element.name === 'string' ? [...element.name] : [];
	if (characters.length <= MOST_CHARACTERS) return element;
	const [start, end] = [characters.slice(0, 20), characters.slice(-12)];
	return { ...element, name: `${start.join('').trim()}…${end.join('').trim()}` };
}

const NO_IDS = 'The service did not send a list of elements with IDs';

/** How the elements of a list are shown. */
interface Shown {
	/**
	 * The display name of an element, such as "Q4 founders (ID 102)"; a long name is shortened. n8n keeps it in
	 * the workflow with the chosen ID, so it contains only what does not change.
	 */
	labelOf: (element: IDataObject, place: number) => string;
	/** Details that change, such as the status. The editor of n8n 2.41 does not show them, but searches them. */
	detailsOf?: (element: IDataObject) => unknown[];
	/** The elements to show for one that the service sent; none if it is already shown. */
	toElement?: (sent: IDataObject) => IDataObject[];
}

/**
 * Loads a searchable list.
 *
 * @param key the key under which the elements are expected; those without an ID cannot be chosen, and are
 * left out
 * @param filter the search text; it must occur in the whole display name or in the details
 * @throws NodeApiError with the service's words, which the editor shows in the list
 */
async function searchList(
	context: ILoadOptionsFunctions,
	path: ApiPath,
	key: ListOptions['key'],
	{ labelOf, detailsOf = () => [], toElement = (sent) => [sent] }: Shown,
	filter = '',
): Promise<INodeListSearchResult> {
	const api = await ApiClient.connect(context);
	// Urgent, because a person waits for the list, and an execution may have hundreds of pending requests.
	const sent = await api.list(path, { key, urgent: true });
	const elements = sent.flatMap(toElement);
	const hasId = ({ id }: IDataObject) => id !== undefined && id !== null;
	if (sent.length > 0 && !elements.some(hasId)) {
		throw new NodeOperationError(context.getNode(), NO_IDS, {
			description: 'Choose "By ID" instead, and enter the number',
		});
	}
	const searchable = (text: string) => comparable(text, { ignoreCase: true });
	const wanted = searchable(filter);
	const results = elements.flatMap((element, place) => {
		const description = detailsOf(element).filter(Boolean).map(String).join(', ');
		const searched = searchable(`${labelOf(element, place)}\n${description}`);
		if (!hasId(element) || !searched.includes(wanted)) return [];
		const name = labelOf(withShortName(element), place);
		return [{ name, value: String(element.id), ...(description && { description }) }];
	});
	return { results };
}

/** A key's name is its prefix, as in the dashboard (extended API, 2.2). */
function labelOfKey({ name, prefix, ...key }: IDataObject): string {
	return listEntry({ ...key, name: name ?? prefix }, name ? prefix : undefined);
}

export async function searchApiKeys(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, API_KEYS.path, API_KEYS.list.key, { labelOf: labelOfKey }, filter);
}

export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/campaigns/`;
	const shown: Shown = { labelOf: (one) => listEntry(one), detailsOf: ({ status }) => [status] };
	return await searchList(this, path, 'campaigns', shown, filter);
}

/** Every new list is a DRAFT, so only another status is informative. */
function detailsOfLeadList({ total_prospects: count, status }: IDataObject): unknown[] {
	const size = typeof count === 'number' && `${count} ${count === 1 ? 'lead' : 'leads'}`;
	return [status !== 'DRAFT' && status, size];
}

export async function searchLeadLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = apiPath`/api/v1/public/lead-lists/`;
	const shown: Shown = { labelOf: (one) => listEntry(one), detailsOf: detailsOfLeadList };
	return await searchList(this, path, 'lead_lists', shown, filter);
}

/** The people in the chats, each once: they can be sent messages (extended API, 8.2). */
export async function searchProspects(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const seen = new Set<number>();
	const personOf = (chat: IDataObject) => {
		const { id, fields } = contactOf(chat);
		if (id === undefined || seen.has(id)) return [];
		seen.add(id);
		return [{ id, name: nameOf(fields), company: fields.company }];
	};
	const companyOf = ({ company }: IDataObject) =>
		isDataObject(company) ? company.name : undefined;
	const path = apiPath`/api/v1/public/chats`;
	const labelOf = (person: IDataObject) => listEntry(person, companyOf(person));
	return await searchList(this, path, 'chats', { labelOf, toElement: personOf }, filter);
}

/** A step has no name: it is identified by its position, type and subject. */
function labelOfStep(
	{ id, step_type: kind, subject_line: subject }: IDataObject,
	place: number,
): string {
	const title = [kind, subject].filter(Boolean).map(String).join(': ');
	return `${place + 1}. ${title || 'Step'} (ID ${String(id)})`;
}

/** The editor resolves expressions before this call; one that remains has no value yet. */
function problemOf(campaignId: string): string {
	if (campaignId === '') return 'Choose a campaign first';
	if (campaignId.startsWith('=')) {
		return "Campaign is an expression that has no value yet. Execute the previous nodes, or enter the step's ID";
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
			description: 'Steps can be listed once the campaign is known',
		});
	}
	const path = apiPath`/api/v1/public/campaigns/${campaignId}/steps/`;
	return await searchList(this, path, 'steps', { labelOf: labelOfStep }, filter);
}
