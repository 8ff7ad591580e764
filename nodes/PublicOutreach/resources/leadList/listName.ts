import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { repeatedRequests } from '../../fields/items';
import type { Entered, IndexedInput, RejectedItem } from '../../operations/operation';
import { comparable } from '../../../shared/normalize';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toText } from '../../../shared/parameters/values';

/** The name of a lead list to create. It identifies nothing: the service may have several lists of the same name. */
export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Fintech founders, Berlin',
	description: 'Name of the lead list',
	builderHint: {
		propertyHint:
			'A list is created for each input item. Set options.reuseExisting to use one list for all.',
	},
};

export const createOptions: INodeProperties[] = [
	{
		displayName: 'Reuse List With the Same Name',
		name: 'reuseExisting',
		type: 'boolean',
		default: true,
		description:
			'Whether to use an existing list with this name, and create one only if there is none',
	},
];

export function isReused(params: Parameters): boolean {
	const options = params.collection('options');
	return options.isSet('reuseExisting') && options.flag('reuseExisting');
}

/** Whether a list is the one to reuse. If the service shows what it holds, that must be the chosen List Type. */
export function isSameList(list: IDataObject, name: string, type: string): boolean {
	if (comparable(toText(list.name) ?? '') !== comparable(name)) return false;
	return type === 'default' || typeof list.search_type !== 'string' || list.search_type === type;
}

/** Rejects items that would each create a list of the same name. */
export function checkNames(
	items: Array<IndexedInput<{ name: string; isReused: boolean }>>,
): RejectedItem[] {
	// An item that reuses the list with its name repeats nothing.
	const created = repeatedRequests(items, (input) =>
		input.isReused ? undefined : comparable(input.name),
	);
	return created.map(({ index, request, count }) => ({
		index,
		message: `${count} items would each create a lead list named "${request}"`,
		advice:
			'Add Reuse List With the Same Name under Options to use one list for all of them, or turn on Execute Once in the settings of this node',
	}));
}

/** Refuses to choose between lists of the same name. */
export function refuseSeveralLists(entered: Entered, name: string, same: IDataObject[]): never {
	const ids = same.map(({ id }) => `ID ${String(id)}`);
	return entered.refuseRequest(
		`${ids.length} lead lists are named "${name}": ${ids.join(', ')}`,
		'Rename all but one of them, or give this list another name',
	);
}
