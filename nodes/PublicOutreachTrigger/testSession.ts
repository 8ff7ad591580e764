import type { IHookFunctions } from 'n8n-workflow';
import { ApiClient, credentialsOf } from '../shared/api/client';
import type { ApiCredentials } from '../shared/api/credentials';
import { mayHaveHappened } from '../shared/webhook/outcome';
import { slotIdOf, slots } from '../shared/webhook/slots';
import { askLiveness, askProductionUrl, askToRestore } from './published';
import { prepare } from './registration';
import {
	registeredUrlOf,
	removeRecord,
	writeRecord,
	type RegistrationRecord,
} from './registrationRecord';
import { ADVICE, setWebhookUrl } from './slot';

/** A test session: takes the slot for its time, whoever holds it. */
export async function registerTest(context: IHookFunctions): Promise<void> {
	const credentials = await credentialsOf(context);
	await slots.exclusively(slotIdOf(credentials), async () => {
		const record = prepare(context, credentials, true);
		const client = await ApiClient.connect(context);
		await setWebhookUrl(client, registeredUrlOf(record)).catch((error: unknown) => {
			// n8n removes what failed: where the slot may have been taken, that has to give it back.
			if (mayHaveHappened(error)) writeRecord(context, record);
			throw error;
		});
		writeRecord(context, record);
	});
}

/**
 * The end of a test session, whatever ended it: the slot goes back to who had it before, as far as
 * that is known and still published, else to nothing.
 *
 * It never throws: n8n would keep the session half alive, and nobody would see the error.
 */
export async function endTest(
	context: IHookFunctions,
	record: RegistrationRecord,
	now: () => number = Date.now,
): Promise<void> {
	try {
		const credentials = await credentialsOf(context);
		// Another key leads to another slot, which this test has not taken.
		if (slotIdOf(credentials) !== record.slot) {
			removeRecord(context);
			throw new Error('its credential has changed. Disable the webhook of the earlier API key');
		}
		await slots.exclusively(record.slot, async () => {
			await giveBack(context, record, credentials, now);
		});
		removeRecord(context);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(
			`The service still delivers to the test URL of a test that has ended: ${reason}. ${ADVICE}`,
		);
	}
}

async function giveBack(
	context: IHookFunctions,
	{ url: testUrl, slot }: RegistrationRecord,
	credentials: ApiCredentials,
	now: () => number,
): Promise<void> {
	const url = await askProductionUrl(context, testUrl);
	const others = await heldByOthers(context, slot, url);
	if (others !== undefined) {
		await setWebhookUrl(await ApiClient.connect(context), others);
		return;
	}
	const outcome = await restore(context, url, credentials, now);
	if (outcome === 'restored') return;
	const holder = slots.holderOf(slot);
	// Where it cannot be asked, it is published as far as this process remembers.
	const own = holder?.url === url && outcome !== 'absent' ? holder.registeredUrl : null;
	await setWebhookUrl(await ApiClient.connect(context), own);
	if (own === null) tellDisabled(context, outcome);
}

/**
 * What the slot held before the test, as far as this process knows, where that was not the tested
 * workflow: the URL, `null` where a workflow had disabled the webhook, else `undefined`.
 */
async function heldByOthers(
	context: IHookFunctions,
	slot: string,
	url: string,
): Promise<string | null | undefined> {
	const foreignUrl = slots.foreignUrlOf(slot);
	if (foreignUrl !== undefined) return foreignUrl;
	const holder = slots.holderOf(slot);
	if (!holder || holder.url === url) return undefined;
	// It may have been unpublished by another process of n8n.
	return (await askLiveness(context, holder.url)) === 'absent' ? undefined : holder.registeredUrl;
}

/**
 * Has the tested workflow, if it is published, register its URL again.
 *
 * @returns `restored`, or why not: `absent`, `unknown`, `other-key` or `unregistered`
 * @throws Error when it tried, or still tries
 */
async function restore(
	context: IHookFunctions,
	url: string,
	credentials: ApiCredentials,
	now: () => number,
): Promise<string> {
	const liveness = await askLiveness(context, url);
	if (liveness !== 'published') return liveness;
	const outcome = await askToRestore(context, url, credentials, now());
	// The published workflow is at it, or has said itself what is wrong.
	if (outcome === undefined || outcome === 'failed') {
		throw new Error(`the published workflow did not register its URL again (${url})`);
	}
	return outcome;
}

const REASONS: Record<string, string> = {
	unknown: 'n8n cannot reach its own URL, so it is unknown whether this workflow is published',
	'other-key': 'the published version of this workflow has another API key than the test had',
	unregistered: 'this workflow is published, but n8n has lost what it registered',
};

/** What ends with a disabled webhook may leave a published workflow without its messages. */
function tellDisabled(context: IHookFunctions, outcome: string): void {
	const reason = REASONS[outcome];
	const text = `The test is over, and the webhook of the service is now disabled: ${reason ?? 'no published workflow is known to have had it'}. ${ADVICE}`;
	if (reason === undefined) context.logger.info(text);
	else context.logger.warn(text);
}
