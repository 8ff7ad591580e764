import type { IDataObject } from 'n8n-workflow';
import { asItems } from '../api/responses/list';

/**
 * The response to an action whose response is not documented, or `success` where it is empty: an AI
 * agent takes an empty output for a failure, and might repeat the action.
 */
export function actionResult(answer: unknown): IDataObject | IDataObject[] {
	const items = asItems(answer);
	return Object.keys(items).length === 0 ? { success: true } : items;
}
