import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import type { Holder } from '../shared/webhook/slots';
import { SECRET_PARAMETER } from './secret';

const recordSchema = z.object({
	url: z.string(),
	secret: z.string().optional(),
	slot: z.string(),
	test: z.boolean(),
	takenAt: z.number().default(0),
});

/**
 * What a node remembers of its registration in n8n's static data: in the database for a published
 * workflow, with the test session for a test.
 */
export interface RegistrationRecord {
	/** As n8n names it, without the secret. */
	url: string;
	/** Absent when deliveries are not verified. */
	secret?: string;
	/** Identifier of the service's slot. */
	slot: string;
	/** Whether a test session made it. */
	test: boolean;
	/** When it was set, in milliseconds since the epoch. */
	takenAt: number;
}

type Context = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

function dataOf(context: Context): IDataObject {
	return context.getWorkflowStaticData('node');
}

export function readRecord(context: Context): RegistrationRecord | undefined {
	const { registration } = dataOf(context);
	return recordSchema.safeParse(registration).data;
}

export function writeRecord(context: Context, record: RegistrationRecord): void {
	dataOf(context).registration = { ...record };
}

export function removeRecord(context: Context): void {
	delete dataOf(context).registration;
}

/** The URL that the service is given: the node's own, with the secret in its query. */
export function registeredUrlOf({ url, secret }: RegistrationRecord): string {
	if (secret === undefined) return url;
	const registered = new URL(url);
	registered.searchParams.set(SECRET_PARAMETER, secret);
	return registered.href;
}

/** The node that a context belongs to, as the holder of a registration. */
export function holderOf(context: Context, record: RegistrationRecord): Holder {
	const { id = '', name = '' } = context.getWorkflow();
	const node = context.getNode();
	return {
		workflowId: id,
		workflowName: name,
		nodeId: node.id,
		nodeName: node.name,
		url: record.url,
		registeredUrl: registeredUrlOf(record),
		takenAt: record.takenAt,
	};
}
