/** Unpaced reads against n8n's own HTTP Request node, both in the same engine, turn by turn. */
import type { INodeParameters, IVersionedNodeType } from 'n8n-workflow';
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { path } from '../platform';
import { messageOf, startChild } from './children';
import { readCampaign, runOwn, runTimed } from './engine';
import type { Figure } from './page';
import { compare, takeTurns } from './rounds';

const READS = 300;
/** Each item reads a campaign of its own: equal reads of a run are one request. */
const ID = '{{ 1000 + $json.index }}';
const ROUNDS = 101;

async function httpRequestNode(): Promise<IVersionedNodeType> {
	const { folder } = await ensureN8n();
	const nodes = path.join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');
	const module = (await import(path.join(nodes, 'HttpRequest', 'HttpRequest.node.js'))) as {
		HttpRequest: new () => IVersionedNodeType;
	};
	return new module.HttpRequest();
}

const ours: INodeParameters = {
	...readCampaign,
	campaignId: { __rl: true, mode: 'id', value: `=${ID}` },
	options: {},
};

/** The node as a user with the same credential would set it up. */
const theirs = (baseUrl: string): INodeParameters => ({
	method: 'GET',
	url: `=${baseUrl}/api/v1/public/campaigns/${ID}/`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'publicOutreachApi',
	options: {},
});

export async function benchReads(): Promise<Figure[]> {
	const child = startChild('service.ts');
	const baseUrl = z.string().parse(await messageOf(child));
	const nodeType = await httpRequestNode();
	const common = {
		credentials: { baseUrl, apiKey: 'bench.key', requestsPerMinute: 10_000_000 },
		count: READS,
	};
	const other = {
		...{ nodeType, type: 'n8n-nodes-base.httpRequest', typeVersion: nodeType.currentVersion },
		...{ ...common, parameters: theirs(baseUrl) },
	};
	const contenders = [
		async () => await runOwn({ ...common, parameters: ours }),
		async () => await runTimed(other),
	];
	const turns = await takeTurns(ROUNDS, contenders, async (read) => {
		const { ms, succeeded } = await read();
		if (succeeded < READS) throw new Error(`Of ${READS} reads, ${succeeded} succeeded`);
		return ms;
	});
	child.kill();
	const name = `${READS} unpaced reads, 20 ms away, against n8n's HTTP Request node`;
	return [compare(name, turns, (ms) => `${ms.toFixed(0)} ms`, 1)];
}
