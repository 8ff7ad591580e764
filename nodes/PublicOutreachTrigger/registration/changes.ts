/** Triggers that were published or unpublished in this process. */
const changed = new Set<string>();

export function noteChange(id: string): void {
	changed.add(id);
}

/** Whether a trigger was published or unpublished since this process started. */
export function wasChanged(id: string): boolean {
	return changed.has(id);
}
