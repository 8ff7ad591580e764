import { call, part, useSimulator } from './helpers';

const simulator = useSimulator();
const paths = ['/api/v1/campaigns/', '/api/v1/dashboard/campaign-analytics/'];
const idsOf = (json: unknown) => Object.values(part(json, 'campaigns')).map((row) => part(row).id);

describe.each(paths)('%s', (path) => {
	it.each([
		['', [101, 102, 103]],
		['?workspace_id=340', [101, 102, 103]],
		['?workspace_id=341', [104]],
		['?workspace_id=ALL', [101, 102, 103, 104]],
	])('shows with "%s" the campaigns of those workspaces', async (query, ids) => {
		const { status, json } = await call(simulator.current, 'GET', `${path}${query}`);

		expect(status).toBe(200);
		expect(idsOf(json)).toEqual(ids);
	});
});
