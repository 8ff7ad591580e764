import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** A short hash of a long text. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

/** The key by which elements are deduplicated: the ID, or else a hash of the whole element, to save memory. */
function identityOf(element: IDataObject): string {
	const { id } = element;
	const hasId = typeof id === 'number' || (typeof id === 'string' && id !== '');
	return hasId ? `${typeof id} ${id}` : digest(JSON.stringify(element));
}

/** The elements of a list, collected page by page and deduplicated. */
export class Collection {
	readonly elements: IDataObject[] = [];

	/** How many elements the service returned, duplicates included. */
	received = 0;

	private readonly known = new Set<string>();

	/** @returns whether the page brought anything new */
	add(page: IDataObject[]): boolean {
		const identities = page.map(identityOf);
		// Equal elements within one page are kept; those of an overlapping page are duplicates.
		const fresh = page.filter((_element, place) => !this.known.has(identities[place] ?? ''));
		if (fresh.length === 0) return false;
		for (const identity of identities) this.known.add(identity);
		for (const element of fresh) this.elements.push(element);
		this.received += page.length;
		return true;
	}
}
