import { NodeApiError, NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { ApiClient, credentialsOf } from '../shared/api/client';
import type { ApiCredentials } from '../shared/api/credentials';
import { slotIdOf, slots, type Holder, type Place } from '../shared/webhook/slots';
import { addressProblem } from './address';
import { forgetDeliveries } from './deduplication';
import { askLiveness } from './published';
import {
	holderOf,
	readRecord,
	registeredUrlOf,
	removeRecord,
	writeRecord,
	type RegistrationRecord,
} from './registrationRecord';
import { newSecret } from './secret';
import { campaignIdsOf, readSettings } from './settings';
import { ADVICE, setWebhookUrl } from './slot';

export function placeOf(context: IHookFunctions): Place {
	return { workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id };
}

function isSamePlace(one: Place, other: Place): boolean {
	return one.workflowId === other.workflowId && one.nodeId === other.nodeId;
}

function refuse(context: IHookFunctions, message: string): never {
	throw new NodeOperationError(context.getNode(), message);
}

/** The node's own URL; refused where the service could not reach it. */
function ownUrl(context: IHookFunctions, { origin }: ApiCredentials): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) return refuse(context, 'n8n names no webhook URL for this node');
	const problem = addressProblem(origin, url);
	return problem === undefined ? url : refuse(context, problem);
}

/** What to register, checked before any request. */
export function prepare(context: IHookFunctions, credentials: ApiCredentials, test: boolean) {
	const settings = readSettings((name) => context.getNodeParameter(name));
	campaignIdsOf(settings.campaignIds, (message) => refuse(context, message));
	const slot = slotIdOf(credentials);
	const takenAt = Date.now();
	const record: RegistrationRecord = { url: ownUrl(context, credentials), slot, test, takenAt };
	if (!settings.verifyDeliveries) return record;
	const before = readRecord(context);
	// A registration that is renewed keeps its secret: deliveries under way still get in.
	const renewed = before?.url === record.url && before.slot === slot && before.test === test;
	const secret = (renewed && before.secret) || newSecret(credentials.apiKey, record.url, takenAt);
	return { ...record, secret };
}

/** Moves the advice of an error into its message: of a failed publication, n8n 2.41 shows nothing else. */
async function tellingAll(work: Promise<void>): Promise<void> {
	await work.catch((error: unknown) => {
		if (error instanceof NodeApiError && error.description) {
			error.message = `${error.message}. ${error.description}`;
			error.description = null;
		}
		throw error;
	});
}

async function refuseSecondTrigger(context: IHookFunctions, holder: Holder | undefined) {
	if (!holder || isSamePlace(holder, placeOf(context))) return;
	// The holder may have been removed by another process of n8n, or with an older release of it.
	if ((await askLiveness(context, holder.url)) === 'absent') return;
	refuse(
		context,
		`The workflow "${holder.workflowName}" (node "${holder.nodeName}") already receives the messages of this API key, and the service has one webhook URL for each user. Unpublish that workflow first, or let it call this one with "Execute Sub-workflow"`,
	);
}

/**
 * Publishing: points the service at this node. What fails leaves the slot and the static data as
 * they were.
 *
 * @throws NodeOperationError before any request for settings that cannot work, or when another
 * published workflow of this process holds the slot; NodeApiError when the service refuses
 */
export async function registerProduction(context: IHookFunctions): Promise<void> {
	const place = placeOf(context);
	await slots.exclusivelyAt(place, async () => {
		// Undone by the success: n8n removes what failed, and that must not touch the slot.
		slots.markFailed(place);
		const credentials = await credentialsOf(context);
		await slots.exclusively(slotIdOf(credentials), async () => {
			const record = prepare(context, credentials, false);
			await refuseSecondTrigger(context, slots.holderOf(record.slot));
			await tellingAll(setWebhookUrl(await ApiClient.connect(context), registeredUrlOf(record)));
			writeRecord(context, record);
			slots.take(record.slot, holderOf(context, record));
		});
	});
}

const REGISTERED_WITH_ANOTHER_KEY =
	'This trigger was registered with another API key than its credential has now. That may be the key of another user, so the webhook was left as it is, and the service may go on sending to this workflow, which is no longer published. To end that, run the operation Webhook: Disable with a key of the user whose messages it received';

/**
 * Unpublishing: disables the service's webhook, but only if this node's own registration succeeded,
 * was not removed since, and nobody else took the slot meanwhile.
 *
 * @throws NodeApiError when the service refuses; the registration is then still remembered
 */
export async function unregisterProduction(context: IHookFunctions): Promise<void> {
	const place = placeOf(context);
	// A registration that is under way ends first: what it sets after the removal would stay.
	await slots.exclusivelyAt(place, async () => {
		// n8n calls this after a failed registration too.
		if (slots.takeFailure(place)) return;
		// Nor is a test that could not start a reason to remove what is published: it has another URL.
		const known = slots.slotHeldBy(place, context.getNodeWebhookUrl('default'));
		const slot = readRecord(context)?.slot ?? known;
		if (slot === undefined) return;
		const credentials = await credentialsOf(context);
		await slots.exclusively(slot, async () => {
			if (slotIdOf(credentials) !== slot) context.logger.warn(REGISTERED_WITH_ANOTHER_KEY);
			else if (!isLost(context, slot)) await clear(context, slot);
			removeRecord(context);
			slots.release(place);
		});
		forgetDeliveries(place);
	});
}

/** Whether this process knows of somebody else who has the slot by now. */
function isLost(context: IHookFunctions, slot: string): boolean {
	const holder = slots.holderOf(slot);
	return holder ? !isSamePlace(holder, placeOf(context)) : slots.foreignUrlOf(slot) !== undefined;
}

async function clear(context: IHookFunctions, slot: string): Promise<void> {
	const isKnown = slots.holderOf(slot) !== undefined;
	await tellingAll(setWebhookUrl(await ApiClient.connect(context), null));
	if (isKnown) return;
	context.logger.warn(
		`The webhook of the service is now disabled, but this process of n8n did not know which workflow had it last. ${ADVICE}`,
	);
}
