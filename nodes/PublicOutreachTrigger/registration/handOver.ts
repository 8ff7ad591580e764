import { NodeOperationError, type IHookFunctions, type ITriggerFunctions } from 'n8n-workflow';
import { departureOf, type Departure } from '../../shared/webhook/ownership';
import { webhooks, type Member } from '../../shared/webhook/webhooks';
import { sendCommand, type CommandOutcome } from './commands';
import { isOwnUrl } from './ownAddress';
import { untilStarted } from './startUp';
import { recordOf } from './staticData';

type Context = IHookFunctions | ITriggerFunctions;

const ELSEWHERE =
	'The webhook was left as it is: the other workflows of this API key are registered under another address than this n8n has. If it has moved, unpublish them and publish them again';

/** Sets the service's webhook directly, where the listener itself cannot receive a command. */
export type SetDirectly = (url: string) => Promise<void>;

/** Sends the receiver the list of listeners. */
export async function notifyReceiver(
	context: Context,
	webhookId: string,
	receiver: Member,
): Promise<CommandOutcome> {
	const { receiver: current } = webhooks.of(webhookId);
	const registeredAt = current.kind === 'listener' ? current.since : undefined;
	return await sendCommand(context, receiver, {
		register: false,
		list: webhooks.listOf(webhookId, isOwnUrl),
		record: recordOf(receiver, webhookId, registeredAt),
	});
}

/**
 * Whether n8n has started a listener in this process. A list that was stored before may be outdated: if
 * n8n cannot reach its own URLs, it may still name a workflow that has been unpublished.
 */
async function isStarted({ id, isExpected }: Member): Promise<boolean> {
	const hasStarted = () => webhooks.memberOf(id)?.isExpected === false;
	if (isExpected) await untilStarted(hasStarted);
	return !isExpected || hasStarted();
}

/** @returns whether the listener is registered now; `false` when it is gone */
export async function registerOther(
	context: Context,
	webhookId: string,
	next: Member,
	setDirectly?: SetDirectly,
): Promise<boolean> {
	const command = {
		register: true,
		list: webhooks.listOf(webhookId, isOwnUrl),
		record: recordOf(next, webhookId),
	};
	const outcome: CommandOutcome =
		next.kind === 'published'
			? await sendCommand(context, next, command)
			: { status: 'unreachable', message: 'a test takes no commands' };
	if (outcome.status === 'absent') return false;
	if (outcome.status !== 'done') {
		const canBeSet = outcome.status !== 'failed' && setDirectly !== undefined;
		if (!canBeSet)
			throw new NodeOperationError(context.getNode(), outcome.message ?? outcome.status);
		const isKnown = outcome.status !== 'unreachable' || (await isStarted(next));
		if (!isKnown) return false;
		await setDirectly(next.url);
	}
	webhooks.apply(webhookId, { type: 'registered', id: next.id, at: Date.now() });
	return true;
}

/**
 * Registers another listener with the service, if there is one, before this one leaves.
 *
 * @returns what remains to be done
 * @throws NodeOperationError or NodeApiError with the service's words
 */
export async function handOver(
	context: Context,
	webhookId: string,
	id: string,
	setDirectly?: SetDirectly,
): Promise<Departure<Member>> {
	for (;;) {
		const departure = departureOf(webhooks.of(webhookId), id);
		if (departure.action !== 'handOver') return departure;
		const next = departure.to.find(({ url }) => isOwnUrl(url));
		if (!next) {
			// They belong to the n8n that this one was copied from, or to a previous address of this one.
			context.logger.warn(ELSEWHERE);
			return { action: 'nothing' };
		}
		if (await registerOther(context, webhookId, next, setDirectly)) return { action: 'nothing' };
		webhooks.apply(webhookId, { type: 'left', id: next.id });
	}
}
