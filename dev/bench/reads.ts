/** Unpaced reads against n8n's own HTTP Request node, both in the same engine, turn by turn. */
import type { INodeParameters, IVersionedNodeType } from 'n8n-workflow';
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { path } from '../platform';
import { startChild } from './children';
import { runOwn, runTimed } from './engine';
import type { Figure } from './figure';
import { median, medianRatio, takeTurns } from './rounds';

export const READS = 300;
/** Each item reads a campaign of its own: equal reads of a run are one request. */
export const FIRST_ID = 1_000;
const ID = `={{ ${FIRST_ID} + $json.index }}`;
const ROUNDS = 25;
const NO_LIMIT = 10_000_000;

const service = z.object({ url: z.string(), apiKey: z.string() });

async function httpRequestNode(): Promise<IVersionedNodeType> {
	const { folder } = await ensureN8n();
	const nodes = path.join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');
	const module = (await import(path.join(nodes, 'HttpRequest', 'HttpRequest.node.js'))) as {
		HttpRequest: new () => IVersionedNodeType;
	};
	return new module.HttpRequest();
}

/** As a user would set it up who has the same credential. */
const theirs = (baseUrl: string): INodeParameters => ({
	method: 'GET',
	url: `=${baseUrl}/api/v1/public/campaigns/{{ ${FIRST_ID} + $json.index }}/`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'publicOutreachApi',
	options: {},
});

export async function benchReads(): Promise<Figure[]> {
	const child = startChild('readsService.ts');
	try {
		const { url, apiKey } = service.parse(await child.next());
		const httpRequest = await httpRequestNode();
		const credentials = { baseUrl: url, apiKey, requestsPerMinute: NO_LIMIT };
		const readOwn = async () =>
			await runOwn({
				parameters: {
					resource: 'campaign',
					operation: 'get',
					campaignId: { __rl: true, mode: 'id', value: ID },
					options: {},
				},
				credentials,
				count: READS,
			});
		const readOther = async () =>
			await runTimed({
				nodeType: httpRequest,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: httpRequest.currentVersion,
				parameters: theirs(url),
				credentials,
				count: READS,
			});
		const contenders = [readOwn, readOther];
		const times = await takeTurns({ rounds: ROUNDS, warmUps: 2 }, contenders, async (read) => {
			const { ms, failed } = await read();
			if (failed > 0) throw new Error(`${failed} of ${READS} reads failed`);
			return ms;
		});
		const [own = [], other = []] = [...times.values()];
		return [
			{
				name: `${READS} unpaced reads, 20 ms away, against n8n's HTTP Request node`,
				ratio: medianRatio(own, other),
				bar: 1,
				detail: `medians of ${ROUNDS} turns: ${median(own).toFixed(0)} ms against ${median(other).toFixed(0)} ms`,
			},
		];
	} finally {
		child.end();
	}
}
