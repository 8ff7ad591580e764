import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { systemClock } from '../../shared/api/clock';
import { receiverFor } from '../../shared/webhook/ownership';
import { webhooks, type Member } from '../../shared/webhook/webhooks';
import { tryToReach, type CommandOutcome } from './commands';
import { notifyReceiver } from './handOver';
import { isOwnUrl, remedyFor } from './ownAddress';

/** Between attempts to reach the receiver: n8n or a proxy in front of it may be busy briefly. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000];
/** n8n 2.41 tries to publish five times, but after 84 s in all it shows words of its own. */
const RETRY_FOR_MS = 10_000;

async function withRetries(send: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
	const end = systemClock.now() + RETRY_FOR_MS;
	for (const ms of RETRY_DELAYS_MS) {
		const outcome = await send();
		const isFinal = outcome.status === 'done' || outcome.status === 'absent';
		if (isFinal || systemClock.now() > end) return outcome;
		await systemClock.sleep(ms);
	}
	return await send();
}

/** Why the receiver cannot be joined, and what to do. */
function refusalOf({ status, message }: CommandOutcome, { kind }: Member, origin: string): string {
	const isTest = kind === 'test';
	if (status !== 'unreachable') {
		const again = isTest ? 'test again' : 'publish this one again';
		return `The trigger that the service delivers to does not take another one beside it. Unpublish its workflow and publish it again, then ${again}`;
	}
	const way = isTest
		? 'or unpublish all workflows of this API key while you test'
		: 'then publish again';
	return `n8n cannot reach its own webhook URL at ${origin}, through which messages pass from one trigger to the others of the same API key. ${remedyFor(message)}, ${way}`;
}

function refuse(context: IHookFunctions, message: string, description?: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

/**
 * Refuses to register a trigger that could not forward to the others. Where none of them is known as the
 * receiver, one of them may be all the same, and would get no messages any more.
 */
async function expectToReachOthers(context: IHookFunctions, webhookId: string, member: Member) {
	for (const other of webhooks.of(webhookId).listeners) {
		const { id, kind, url, isExpected } = other;
		if (id === member.id || kind === 'test' || isExpected || !isOwnUrl(url)) continue;
		const outcome = await withRetries(async () => await tryToReach(context, url));
		if (outcome.status === 'done') return;
		if (outcome.status === 'absent') webhooks.apply(webhookId, { type: 'left', id });
		else refuse(context, refusalOf(outcome, member, new URL(url).origin), outcome.message);
	}
}

/**
 * Joins the receiver, if there is one.
 *
 * @returns whether it forwards messages to this listener from now on; otherwise, this listener has to be
 * registered with the service itself
 * @throws NodeOperationError when n8n cannot reach its own URL, or the receiver takes no listener
 */
export async function joinReceiver(
	context: IHookFunctions,
	webhookId: string,
	member: Member,
): Promise<boolean> {
	for (;;) {
		const receiver = receiverFor(webhooks.of(webhookId), member);
		if (!receiver) {
			if (member.kind === 'published') await expectToReachOthers(context, webhookId, member);
			return false;
		}
		if (receiver.kind === 'test') return true;
		const { origin } = new URL(receiver.url);
		if (!isOwnUrl(receiver.url)) {
			if (member.kind === 'published') return false;
			refuse(
				context,
				`The published workflow is registered with the service under ${origin}, another address than this n8n has. Test it there. If the address of this n8n has changed, unpublish the workflow and publish it again first`,
			);
		}
		const outcome = await withRetries(
			async () => await notifyReceiver(context, webhookId, receiver),
		);
		if (outcome.status === 'done') return true;
		if (outcome.status === 'absent') {
			webhooks.apply(webhookId, { type: 'left', id: receiver.id });
			continue;
		}
		// Not in the message: n8n replaces a message that contains a network error code.
		refuse(context, refusalOf(outcome, member, origin), outcome.message ?? outcome.status);
	}
}
