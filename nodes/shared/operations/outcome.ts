import type { IDataObject } from 'n8n-workflow';
import { asItems } from '../api/answers';

/**
 * What the service answers to an action whose answer is not known, or that it was done where the
 * service says nothing: an AI agent takes an empty output for a failure, and might do it again.
 */
export function outcomeOf(answer: unknown): IDataObject | IDataObject[] {
	const items = asItems(answer);
	return Object.keys(items).length === 0 ? { success: true } : items;
}
