/** Unpaced reads against n8n's own HTTP Request node, both in the same engine, turn by turn. */
import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { path } from '../platform';
import { startChild } from './children';
import { builtNode, OWN_TYPE, runTimed } from './engine';
import { median, type Figure } from './figure';

const READS = 300;
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

const ours: INodeParameters = {
	resource: 'campaign',
	operation: 'get',
	campaignId: { __rl: true, mode: 'id', value: '={{ 101 + $json.index % 4 }}' },
};

/** As a user would set it up who has the same credential. */
const theirs = (baseUrl: string): INodeParameters => ({
	method: 'GET',
	url: `=${baseUrl}/api/v1/public/campaigns/{{ 101 + $json.index % 4 }}/`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'publicOutreachApi',
	options: {},
});

export async function benchReads(): Promise<Figure[]> {
	const child = startChild('readsService.ts');
	try {
		const { url, apiKey } = service.parse(await child.next());
		const httpRequest = await httpRequestNode();
		const once = async (nodeType: INodeType | IVersionedNodeType, typeVersion: number) => {
			const timing = await runTimed({
				nodeType,
				type: typeVersion === 1 ? OWN_TYPE : 'n8n-nodes-base.httpRequest',
				typeVersion,
				parameters: typeVersion === 1 ? ours : theirs(url),
				credentials: { baseUrl: url, apiKey, requestsPerMinute: NO_LIMIT },
				count: READS,
			});
			if (timing.failed > 0) throw new Error(`${timing.failed} of ${READS} reads failed`);
			return timing.ms;
		};
		const node = await builtNode();
		const turns: Array<{ own: number; other: number }> = [];
		for (let round = 0; round < ROUNDS + 2; round++) {
			// In alternating order: the first has colder caches, the second a fuller heap.
			const before = round % 2 === 0 ? await once(node, 1) : 0;
			const other = await once(httpRequest, httpRequest.currentVersion);
			const own = before || (await once(node, 1));
			if (round > 1) turns.push({ own, other });
		}
		const own = median(turns.map((turn) => turn.own));
		const other = median(turns.map((turn) => turn.other));
		return [
			{
				name: `${READS} unpaced reads, 20 ms away, against n8n's HTTP Request node`,
				label: `${READS} unpaced reads`,
				ratio: median(turns.map((turn) => turn.own / turn.other)),
				bar: 1,
				detail: `medians of ${ROUNDS} turns: ${own.toFixed(0)} ms against ${other.toFixed(0)} ms`,
			},
		];
	} finally {
		child.end();
	}
}
