import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { ApiClient, type ListOptions } from '../../shared/api/client';
import type { ApiPath } from '../../shared/api/path';

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
 * @throws NodeApiError with the service's words, which the editor shows in the list
 */
export async function searchList(
	context: ILoadOptionsFunctions,
	path: ApiPath,
	key: ListOptions['key'],
	nameOf: (element: IDataObject, place: number) => string,
	filter = '',
): Promise<INodeListSearchResult> {
	const api = await ApiClient.connect(context);
	// Urgent: a person waits for the list, and a run may have hundreds of pending requests.
	const elements = await api.list(path, { key, urgent: true });
	const hasId = ({ id }: IDataObject) => id !== undefined && id !== null;
	if (elements.length > 0 && !elements.some(hasId)) {
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
