import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isDataObject } from '../../shared/api/responses/json';
import { ApiClient } from '../../shared/api/client';
import { apiPath } from '../../shared/api/path';
import { titleOf } from '../fields/output';

/** How many chats are read: a field that is missing in one may be present in another. */
const SAMPLE = 25;

/** The fields of an object, and those of the objects in it: `lead.email`. */
function fieldsOf(element: IDataObject): string[] {
	return Object.entries(element).flatMap(([name, value]) =>
		isDataObject(value) ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
	);
}

/** The fields that chats have: no source describes them (reference, GET /api/v1/public/chats). */
export async function getChatFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const api = await ApiClient.connect(this);
	const path = apiPath`/api/v1/public/chats`;
	const chats = await api.list(path, { limit: SAMPLE, key: 'chats', urgent: true });
	return [...new Set(chats.flatMap(fieldsOf))]
		.map((value) => ({ name: titleOf(value), value }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
