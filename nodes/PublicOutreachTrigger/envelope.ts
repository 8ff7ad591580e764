import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDataObject } from '../shared/api/answers';

/**
 * What travels from the process that receives a delivery to the one that runs the workflow, where
 * it is deduplicated and becomes an item: the identity, for it is that of the whole body, and the body.
 */
export interface Envelope {
	identity: string;
	body: IDataObject;
}

const envelopeSchema = z.object({
	publicOutreachDelivery: z.object({
		identity: z.string(),
		body: z.custom<IDataObject>(isDataObject),
	}),
});

export function toEnvelope(identity: string, body: IDataObject): IDataObject {
	return { publicOutreachDelivery: { identity, body } };
}

/** @returns nothing for an item that did not come from a delivery, such as one that was pinned */
export function fromEnvelope(json: IDataObject): Envelope | undefined {
	return envelopeSchema.safeParse(json).data?.publicOutreachDelivery;
}
