import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { ApiClient, type AnswerSchema } from '../../shared/api/client';
import type { ApiPath } from '../../shared/api/path';

const NO_IDS = 'The service answered with something that is no list of elements with IDs';

/**
 * Fills a searchable list.
 *
 * @param nameOf what the user sees of an element, such as "Q4 founders (ACTIVE)"
 * @param filter what the user typed; it must occur in the name or be part of the ID
 * @throws NodeApiError with the service's words, which the editor shows in the list
 */
export async function searchList(
	context: ILoadOptionsFunctions,
	path: ApiPath,
	schema: AnswerSchema,
	nameOf: (element: IDataObject, place: number) => string,
	filter = '',
): Promise<INodeListSearchResult> {
	const api = await ApiClient.connect(context);
	// Whoever opened the list looks at it, and a run may have hundreds of requests in line.
	const elements = await api.list(path, { schema, urgent: true });
	if (elements.some(({ id }) => id === undefined || id === null)) {
		throw new NodeOperationError(context.getNode(), NO_IDS, {
			description: 'Choose "By ID" instead, and enter the number',
		});
	}
	const wanted = filter.trim().toLowerCase();
	const results = elements
		.map((element, place) => ({ name: nameOf(element, place), value: String(element.id) }))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
	return { results };
}

/** A name with its status behind it, and the ID in place of a name that is missing. */
export function nameWithStatus({ id, name, status }: IDataObject): string {
	const shown = name ? String(name) : `ID ${String(id)}`;
	return status ? `${shown} (${String(status)})` : shown;
}
