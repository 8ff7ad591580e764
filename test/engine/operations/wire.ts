import type { INodeParameterResourceLocator } from 'n8n-workflow';
import type { LoggedRequest } from '../../../dev/simulator';

/** A request as one line: method, path, query, and the raw body. */
export function wireOf({ method, path, query, body }: LoggedRequest): string {
	return [method, query ? `${path}?${query}` : path, body].filter(Boolean).join(' ');
}

/** A resource locator as the editor saves it when an ID is typed or comes from an expression. */
export const byId = (value: string | number): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'id',
	value,
});

/** A resource locator as the editor saves it when an element is chosen from the list. */
export const fromList = (value: string): INodeParameterResourceLocator => ({
	...byId(value),
	mode: 'list',
	cachedResultName: 'Chosen',
});
