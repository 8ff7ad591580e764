/** What n8n does when a user saves a credential (n8n 2.41, services/credentials-tester.service.js). */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
} from 'n8n-workflow';
import { z } from 'zod';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { additionalDataFor, nodeTypesWith } from '../../../dev/engine/execution';

const TYPE = 'publicOutreachApi';

const failure = z.object({
	message: z.string(),
	cause: z.object({ response: z.object({ status: z.number() }).optional() }).optional(),
});

/** The node whose only request is the credential's test. */
function testNode({ test }: PublicOutreachApi): INodeType {
	return {
		description: {
			displayName: 'Temp',
			name: 'temp',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [],
			outputs: [],
			credentials: [{ name: TYPE, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	};
}

/** @returns what the user reads, "OK" when the credential was accepted */
export async function testCredential(data: ICredentialDataDecryptedObject): Promise<string> {
	const credential = new PublicOutreachApi();
	const nodeType = testNode(credential);
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [TYPE]: { id: '1', name: 'Test' } },
	};
	const nodeTypes = nodeTypesWith(nodeType);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor([node], { ...data }),
		'internal',
		createRunExecutionData({}),
		0,
		[],
		input,
		{ node, data: {}, source: null },
		[],
	);
	const routing = new RoutingNode(context, nodeType, { id: '1', name: 'Test', type: TYPE, data });
	try {
		return verdictOnBody(credential, await routing.runNode());
	} catch (error) {
		return verdictOnError(credential, error);
	}
}

/** As lodash does it: also of a text. */
function valueAt(body: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => {
		return value === undefined || value === null ? undefined : Reflect.get(Object(value), name);
	}, body);
}

function verdictOnBody({ test }: PublicOutreachApi, output: unknown): string {
	const item = z.object({ json: z.unknown() });
	const [[{ json }]] = z.tuple([z.tuple([item]).rest(item)]).parse(output);
	for (const { type, properties } of test.rules ?? []) {
		if (type !== 'responseSuccessBody') continue;
		if (valueAt(json, properties.key) === properties.value) return properties.message;
	}
	return 'OK';
}

function verdictOnError({ test }: PublicOutreachApi, error: unknown): string {
	const { message, cause } = failure.parse(error);
	const status = cause?.response?.status;
	for (const rule of test.rules ?? []) {
		if (rule.type === 'responseCode' && rule.properties.value === status) {
			return rule.properties.message;
		}
	}
	return message;
}
