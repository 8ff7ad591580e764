import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { useSimulator } from '../../unit/simulator/helpers';
import { runNode, type EngineResult, type EngineRun } from '../../support/engine';
import { byId } from '../operations/wire';
import { forgetWaits } from './instantClock';

export const service = useSimulator();

beforeEach(forgetWaits);

type Credentials = Record<'baseUrl' | 'apiKey', string> & Record<'requestsPerMinute', number>;

/** A credential for the simulator, with a high limit where `changes` has no other. */
export function credentials(changes: Partial<Credentials> = {}): Credentials {
	const { url, apiKey } = service.current;
	return { baseUrl: url, apiKey, requestsPerMinute: 10_000, ...changes };
}

/** A request that only reads: one campaign. Equal reads of a run are one request, so each item's is a little different. */
export const READ: INodeParameters = {
	resource: 'campaign',
	operation: 'get',
	campaignId: byId(103),
	options: { timeout: '={{ 60 + $itemIndex }}' },
};

/** A request that must not happen twice: one deletion. */
export const WRITE: INodeParameters = {
	resource: 'campaignStep',
	operation: 'delete',
	campaignId: byId(103),
	stepId: byId(10301),
};

export const LIST: INodeParameters = { resource: 'campaign', operation: 'getAll', returnAll: true };

export async function run(
	parameters: INodeParameters,
	options: Partial<EngineRun> = {},
): Promise<EngineResult> {
	return await runNode({ parameters, credentials: credentials(), ...options });
}

/** `count` empty items. */
export const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** The text of an error as the editor shows it: message, then description. */
export const wordsOf = ({ error }: EngineResult): string =>
	`${String(error?.message)} | ${String(error?.description)}`;
