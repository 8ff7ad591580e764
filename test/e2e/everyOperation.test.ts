import { cases } from '../engine/operations/cases';
import { wireOf } from '../engine/operations/wire';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

describe('every operation in the real n8n', () => {
	it.each(Object.entries(cases))('%s sends its request, byte for byte', async (name, one) => {
		const [resource, operation] = name.split('.');
		const execution = await stage.act({ resource, operation, ...one.fields });

		expect(execution.error()?.message).toBeUndefined();
		expect(stage.simulator.requests.map(wireOf)).toEqual([one.wire]);
	});
});

describe('the output schema in the editor', () => {
	it.each(Object.keys(cases))('is served for %s', async (name) => {
		const file = `/schemas/n8n-nodes-public-outreach.publicOutreach/1.0.0/${name.replace('.', '/')}.json`;
		const response = await fetch(`${stage.n8nUrl}${file}`);

		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ type: 'object' });
	});
});
