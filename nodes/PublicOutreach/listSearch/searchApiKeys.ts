import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { API_KEYS } from '../fields/ownKey';
import { listEntry } from '../../shared/operations/listEntry';
import { searchList } from './searchList';

/** A key's name is its prefix, as in the dashboard (extended API, 2.2). */
function nameOf({ name, prefix, ...key }: IDataObject): string {
	return listEntry({ ...key, name: name ?? prefix }, name ? prefix : undefined);
}

export async function searchApiKeys(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, API_KEYS.path, API_KEYS.list.key, nameOf, filter);
}
