import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { ApiClient, type ListOptions } from '../../shared/api/client';
import type { ApiPath } from '../../shared/api/path';

const NO_IDS = 'The service did not send a list of elements with IDs';

/**
 * Loads a searchable list.
 *
 * @param key where the elements are expected; those without an ID cannot be chosen, and are left out
 * @param nameOf the display name of an element, such as "Q4 founders (ACTIVE, ID 102)"
 * @param filter the search text; it must occur in the name or in the ID
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
	const results = elements.flatMap((element, place) =>
		hasId(element) ? [{ name: nameOf(element, place), value: String(element.id) }] : [],
	);
	const shown = results.filter(({ name, value }) =>
		`${name} ${value}`.toLowerCase().includes(wanted),
	);
	return { results: shown };
}
