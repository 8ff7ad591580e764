/** What n8n does when a user saves a credential (n8n 2.41, services/credentials-tester.service.js). */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { additionalDataFor } from '../../../dev/engine/execution';
import { actionNode, workflowWith } from '../../support/engine';

const TYPE = 'publicOutreachApi';

/** Sends the credential's test, as the only request of a node. */
async function sendTest({ test }: PublicOutreachApi, data: ICredentialDataDecryptedObject) {
	const routing = { request: test.request };
	const property = { displayName: 'Temp', name: 'temp', type: 'string', routing, default: '' };
	const credentials = [{ name: TYPE, required: true }];
	const description = { properties: [property], credentials } as unknown as INodeTypeDescription;
	const node = actionNode({}, { id: 'temp', name: 'Temp-Node', type: 'temp' });
	const context = new ExecuteContext(
		workflowWith(node, { description }),
		node,
		additionalDataFor([node], { ...data }),
		'internal',
		createRunExecutionData({}),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const credential = { id: '1', name: 'Test', type: TYPE, data };
	return await new RoutingNode(context, { description }, credential).runNode();
}

/** As lodash does it: also of a text. */
function valueAt(body: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => {
		return value === undefined || value === null ? undefined : Reflect.get(Object(value), name);
	}, body);
}

const item = z.object({ json: z.unknown() });
const result = z.tuple([z.tuple([item]).rest(item)]);
const failure = z.object({
	message: z.string(),
	cause: z.object({ response: z.object({ status: z.number() }).optional() }).optional(),
});

/** @returns what the user reads, "OK" when the credential was accepted */
export async function testCredential(data: ICredentialDataDecryptedObject): Promise<string> {
	const credential = new PublicOutreachApi();
	const { rules = [] } = credential.test;
	try {
		const [[{ json }]] = result.parse(await sendTest(credential, data));
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' && valueAt(json, properties.key) === properties.value,
		);
		return broken?.properties.message ?? 'OK';
	} catch (error) {
		const { message, cause } = failure.parse(error);
		const known = rules.find(
			({ type, properties }) =>
				type === 'responseCode' && properties.value === cause?.response?.status,
		);
		return known?.properties.message ?? message;
	}
}
