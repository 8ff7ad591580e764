/** What the package is run on: every release of n8n, and the pinned one in other configurations. */
import { LAZILY, LEAN } from '../n8n/environment';
import { placeNextZod } from './nextZod';
import { releases } from './releases';
import { startAlone, startWithEngine2, startWithWorker, type RunningVariant } from './start';

export interface Variant {
	/** As in the table of docs/compatibility.md; `-t` runs a single one by it. */
	name: string;
	start(): Promise<RunningVariant>;
	/** Further settings of the workflow. */
	workflowSettings?: Record<string, unknown>;
	/** Whether deduplication is lost at a restart, where n8n does not execute the trigger node. */
	forgetsAtRestart?: boolean;
	/** Whether n8n refuses workflows that continue with a node's error output. */
	hasNoErrorOutput?: boolean;
}

const withSettings = (name: string, env: NodeJS.ProcessEnv): Variant => ({
	name,
	start: async () => await startAlone({ env: { ...LEAN, ...env } }),
});

export const asTheyCome: Variant[] = releases.map(({ name, install, env }) => ({
	name,
	start: async () => await startAlone({ release: await install?.(), env }),
}));

export const withOtherExpressionEngines: Variant[] = [
	withSettings('lazy acquisition', LAZILY),
	withSettings('quickjs', { N8N_EXPRESSION_ENGINE: 'quickjs' }),
	withSettings('legacy expressions', { N8N_EXPRESSION_ENGINE: 'legacy' }),
];

export const inOtherWays: Variant[] = [
	withSettings('SSRF protection', {
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		// The service, and n8n's own webhook URLs.
		N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
	}),
	{ name: 'zod 4', start: async () => await startAlone({ env: LEAN, prepare: placeNextZod }) },
	{
		name: 'manual executions on workers',
		start: async () =>
			await startWithWorker({ ...LEAN, OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' }),
	},
	{
		name: 'Engine 2.0',
		start: startWithEngine2,
		workflowSettings: { engineType: 'v2' },
		forgetsAtRestart: true,
		hasNoErrorOutput: true,
	},
];
