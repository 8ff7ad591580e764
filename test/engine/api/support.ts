import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../../dev/simulator';
import { useSimulator } from '../../unit/simulator/helpers';
import { runNode, type EngineResult, type EngineRun } from '../engine';
import { forgetWaits } from './instantClock';

export const service = useSimulator();

beforeEach(forgetWaits);

export const credentialsFor = ({ url, apiKey }: Simulator): EngineRun['credentials'] => ({
	baseUrl: url,
	apiKey,
	requestsPerMinute: 10_000,
});

export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value: String(value) });

/** A request that only reads: one campaign. */
export const READ: INodeParameters = {
	resource: 'campaign',
	operation: 'get',
	campaignId: byId(103),
};

/** A request that must not happen twice: one deletion. */
export const WRITE: INodeParameters = {
	resource: 'campaignStep',
	operation: 'delete',
	campaignId: byId(103),
	stepId: byId(10301),
};

export const LIST: INodeParameters = {
	resource: 'campaign',
	operation: 'getAll',
	returnAll: true,
};

export async function run(
	parameters: INodeParameters,
	options: Partial<EngineRun> = {},
): Promise<EngineResult> {
	return await runNode({ parameters, credentials: credentialsFor(service.current), ...options });
}

/** `count` empty items. */
export const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** The text of an error as the editor shows it: message, then description. */
export const wordsOf = ({ error }: EngineResult): string =>
	`${String(error?.message)} | ${String(error?.description)}`;

export const isStepThere = () =>
	service.current.state.campaigns.some(({ steps }) => steps.some(({ id }) => id === 10301));
