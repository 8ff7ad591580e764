/**
 * The variants of n8n that the package runs on besides other releases (releases.ts): the pinned one in other
 * configurations.
 */
import { z } from 'zod';
import { HEADLESS, WITHOUT_ISOLATES } from '../n8n/environment';
import { ensureN8n } from '../n8n/install';
import { PACKAGE } from '../n8n/ownNodes';
import { createRequire, fs, path } from '../platform';
import { startAlone, startWithEngine2, startWithWorker, type RunningVariant } from './start';

export interface Variant {
	/** In the words of the table in docs/self-hosting.md, by which `-t` finds it. */
	name: string;
	start(): Promise<RunningVariant>;
	/** Further settings of the workflow. */
	workflowSettings?: Record<string, unknown>;
	/** Whether deduplication is lost at a restart, where n8n does not execute the trigger node. */
	forgetsAtRestart?: boolean;
	/** Whether n8n refuses workflows that continue with a node's error output. */
	hasNoErrorOutput?: boolean;
}

const QUICKJS = { N8N_EXPRESSION_ENGINE: 'quickjs' };
const SSRF = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	// The service, and n8n's own webhook URLs.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
};

/** Settings that have nothing to do with each other share an n8n: a start of it is most of what a variant costs. */
export const withOtherSettings: Variant[] = [
	{
		name: 'quickjs, zod 4',
		start: async () =>
			await startAlone({ env: { ...HEADLESS, ...QUICKJS }, prepare: placeNextZod }),
	},
	{
		name: 'legacy expressions, SSRF protection',
		start: async () => await startAlone({ env: { ...HEADLESS, ...WITHOUT_ISOLATES, ...SSRF } }),
	},
];

export const withPostgres: Variant[] = [
	{
		name: 'manual executions on workers',
		start: async () =>
			await startWithWorker({ ...HEADLESS, OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' }),
	},
	{
		name: 'Engine 2.0',
		start: startWithEngine2,
		workflowSettings: { engineType: 'v2' },
		forgetsAtRestart: true,
		hasNoErrorOutput: true,
	},
];

/** A package of n8n's installation with its own zod 4. */
const BRINGS_ZOD_4 = '@modelcontextprotocol/server';

/** Installs zod 4 beside the package, where Node resolves it before n8n's own. */
async function placeNextZod(userFolder: string): Promise<void> {
	const { folder } = await ensureN8n();
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	const bringer = path.join(folder, 'node_modules', BRINGS_ZOD_4, 'package.json');
	const zod = path.dirname(createRequire(bringer).resolve('zod/package.json'));
	await fs.promises.cp(zod, path.join(modules, 'zod'), { recursive: true });
	const installed = path.join(modules, PACKAGE, 'package.json');
	const manifest: unknown = createRequire(installed)('zod/package.json');
	z.object({ version: z.string().regex(/^4\./) }).parse(manifest);
}
