import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isIdentifier } from '../../json';

/** A short hash, to save memory. */
export const digest = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64');

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The elements of a list, each once; the one place that decides what identifies an element.
 *
 * An element is identified by its ID, and comes once even if it moves to a later page or changes meanwhile:
 * `{id: 1, name: "Zoe"}` on two pages. Without an ID its content identifies it.
 *
 * IDs that two elements share identify nothing: people who all have `id: 0`, chats of two tables with ID 1
 * each, numbers by day whose `id` is their campaign. Then only equal content counts as the same.
 */
export class Elements {
	readonly all: IDataObject[] = [];

	/** How many elements came on pages with something new, and how many without an ID came again. */
	received = 0;
	duplicatesWithoutId = 0;

	/** The first element of each kind, as an index in `all`. */
	private places = new Map<string, number>();

	private idsIdentify = true;

	private areIdsChecked = false;

	/**
	 * Looks for an ID that elements with different content share.
	 *
	 * @returns `onPage` if both are on the page, so that the ID identifies nothing; else the index of the
	 * earlier one, which may have changed since
	 */
	conflictWith(page: IDataObject[]): 'onPage' | number | undefined {
		if (!this.idsIdentify) return undefined;
		const onPage = new Map<string, IDataObject>();
		let earlier: number | undefined;
		for (const element of page.filter(({ id }) => isIdentifier(id))) {
			const key = this.keyOf(element);
			const other = onPage.get(key);
			if (other && !isSame(other, element)) return 'onPage';
			onPage.set(key, element);
			const place = this.areIdsChecked ? undefined : this.places.get(key);
			if (place !== undefined && !isSame(this.all[place], element)) earlier ??= place;
		}
		return earlier;
	}

	/** Whether a page that was read again still has the element at this index as it was. */
	isUnchanged(place: number, page: IDataObject[]): boolean {
		this.areIdsChecked = true;
		return page.some((element) => isSame(element, this.all[place]));
	}

	/** From now on, IDs identify nothing. */
	ignoreIds(): void {
		this.idsIdentify = false;
		this.places = new Map(this.all.map((element, place) => [this.keyOf(element), place]));
	}

	/** @returns whether the page has elements that earlier ones did not have; equal elements within it are kept */
	add(page: IDataObject[], serverSaysMore: boolean): boolean {
		const again = new Set(page.filter((element) => this.places.has(this.keyOf(element))));
		const hasNew = again.size < page.length;
		if (hasNew) this.received += page.length;
		if (hasNew || serverSaysMore) {
			this.duplicatesWithoutId += [...again].filter((element) => !this.hasIdentity(element)).length;
		}
		for (const element of page.filter((one) => !again.has(one))) {
			const key = this.keyOf(element);
			if (!this.places.has(key)) this.places.set(key, this.all.length);
			this.all.push(element);
		}
		return hasNew;
	}

	private hasIdentity({ id }: IDataObject): boolean {
		return this.idsIdentify && isIdentifier(id);
	}

	private keyOf(element: IDataObject): string {
		return this.hasIdentity(element) ? JSON.stringify(element.id) : digest(element);
	}
}
