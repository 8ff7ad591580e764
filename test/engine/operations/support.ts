import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { additionalDataFor } from '../../../dev/engine/execution';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { credentials, service as simulator } from '../api/support';
import { wireOf } from './wire';
import {
	actionNode,
	runNode,
	workflowWith,
	type EngineResult,
	type EngineRun,
} from '../../support/engine';

export { byId, fromList } from './wire';
export { credentials, simulator };

/** An operation with its fields, named `resource.operation`. */
export function parametersOf(name: string, fields: INodeParameters = {}): INodeParameters {
	const [resource = '', operation = ''] = name.split('.');
	return { resource, operation, ...fields };
}

export async function run(
	name: string,
	fields: INodeParameters = {},
	options: Partial<EngineRun> = {},
): Promise<EngineResult> {
	return await runNode({
		parameters: parametersOf(name, fields),
		credentials: credentials(),
		...options,
	});
}

/** Runs an operation that has to succeed, and returns the JSON of its output items. */
export async function succeed(
	name: string,
	fields: INodeParameters = {},
	options: Partial<EngineRun> = {},
): Promise<Array<Record<string, unknown>>> {
	const { error, json } = await run(name, fields, options);
	expect(error?.message).toBeUndefined();
	return json;
}

/** The requests so far, one line each. */
export function wire(): string[] {
	return simulator.current.requests.map(wireOf);
}

/** Runs an operation that has to fail before any request, and returns the text of the error. */
export async function refused(
	name: string,
	fields: INodeParameters = {},
	options: Partial<EngineRun> = {},
): Promise<string> {
	const { error } = await run(name, fields, options);
	expect(wire()).toEqual([]);
	return error?.message ?? 'not refused';
}

export const items = (...elements: IDataObject[]): INodeExecutionData[] =>
	elements.map((json) => ({ json }));

export const node = new PublicOutreach();

/** The context in which n8n's editor loads a list. */
export function editor(
	parameters: INodeParameters = {},
	credential = credentials(),
): LoadOptionsContext {
	const opened = actionNode(parameters);
	const additionalData = additionalDataFor([opened], credential);
	additionalData.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflowWith(opened), opened, additionalData, 'parameters.any');
}

/** Sets the service's next response, to any request. */
export function respondWith(body: unknown, status = 200): void {
	simulator.current.plan({ status, body });
}
