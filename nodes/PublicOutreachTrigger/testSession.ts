import { NodeApiError, type IHookFunctions } from 'n8n-workflow';
import { NEVER_SENT } from '../shared/api/advice';
import { ApiClient, credentialsOf } from '../shared/api/client';
import type { ApiCredentials } from '../shared/api/credentials';
import { askLiveness, askProductionUrl, askToRestore, type Liveness } from './published';
import { prepare } from './registration';
import {
	registeredUrlOf,
	removeRecord,
	writeRecord,
	type RegistrationRecord,
} from './registrationRecord';
import { setWebhookUrl, slotIdOf, slots } from './slot';

const ADVICE = 'Publish the workflow that is to receive the messages once more';

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

/** Whether the answer was lost, and not a refusal: no answer at all, or a gateway's word for that. */
function mayHaveHappened(error: unknown): boolean {
	const code = (error instanceof NodeApiError && error.httpCode) || '';
	return ['408', '502', '504'].includes(code) || (/^\D/.test(code) && !NEVER_SENT.test(code));
}

/**
 * The end of a test session, whatever ended it: the slot goes back to the published workflow, or
 * to nothing when there is none.
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
	record: RegistrationRecord,
	{ apiKey }: ApiCredentials,
	now: () => number,
): Promise<void> {
	const url = await askProductionUrl(context, record.url);
	const liveness = await askLiveness(context, url);
	if (liveness === 'published') {
		const outcome = await askToRestore(context, url, apiKey, now());
		if (outcome === 'restored') return;
		// The published workflow is at it, or has said itself what is wrong.
		if (outcome === undefined || outcome === 'failed') {
			throw new Error(`the published workflow did not register its URL again (${url})`);
		}
	}
	const successor = await findSuccessor(context, record.slot, url, liveness);
	await setWebhookUrl(await ApiClient.connect(context), successor ?? null);
	if (liveness === 'unknown' && successor === undefined) {
		context.logger.warn(
			`n8n cannot reach its own URL ${url}, so it is unknown whether this workflow is published. The webhook of the service is now disabled. ${ADVICE}`,
		);
	}
}

/** Who held the slot before the test, as far as this process remembers. */
async function findSuccessor(
	context: IHookFunctions,
	slot: string,
	url: string,
	liveness: Liveness,
): Promise<string | undefined> {
	const holder = slots.holderOf(slot);
	if (!holder) return undefined;
	const present = holder.url === url ? liveness : await askLiveness(context, holder.url);
	// A workflow that is published, but did not take the slot back, does not hold it.
	const outdated = present === 'absent' || (holder.url === url && present === 'published');
	return outdated ? undefined : holder.registeredUrl;
}
