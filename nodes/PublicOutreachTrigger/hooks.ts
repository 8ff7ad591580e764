import type { IHookFunctions } from 'n8n-workflow';
import { readRecord } from './registrationRecord';
import { registerProduction, unregisterProduction } from './registration';
import { endTest, registerTest } from './testSession';

/** n8n's three webhook hooks, told apart for a published workflow and a test session. */

/**
 * Whether the registration stands. The service cannot be asked, so it is believed only when n8n
 * merely starts again (releases before 2.41 ask then): taking the slot anew could take it away
 * from whoever got it since.
 */
export function isRegistered(context: IHookFunctions): boolean {
	const record = readRecord(context);
	const starting = ['init', 'leadershipChange'].includes(context.getActivationMode());
	return starting && record?.url === context.getNodeWebhookUrl('default');
}

export async function register(context: IHookFunctions): Promise<boolean> {
	if (context.getMode() === 'manual') await registerTest(context);
	else await registerProduction(context);
	return true;
}

/** n8n calls this alike for both; what was registered tells which it was. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const record = readRecord(context);
	if (record?.test) await endTest(context, record);
	else await unregisterProduction(context);
	return true;
}
