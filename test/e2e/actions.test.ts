import { ACTION, setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

const byId = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

/** Runs the action, expects it to succeed, and hands back its items and the request that it came down to. */
async function act(parameters: Record<string, unknown>) {
	const execution = await stage.act(parameters);
	expect(execution.error()?.message).toBeUndefined();
	const { method, path, body, status } = stage.simulator.requests.at(-1) ?? {};
	expect(status).toBeGreaterThanOrEqual(200);
	expect(status).toBeLessThan(300);
	return {
		items: execution.items(ACTION).map(({ json }) => json),
		request: `${method} ${path}`,
		body: body ? (JSON.parse(body) as unknown) : undefined,
	};
}

/** A campaign of the service's seed data; only one that is not ACTIVE lets a step go. */
function campaign(status: 'ACTIVE' | 'DRAFT' = 'DRAFT') {
	const found = stage.simulator.state.campaigns.find(
		(candidate) => candidate.status === status && candidate.steps.length > 0,
	);
	const step = found?.steps[0];
	if (found === undefined || step === undefined) throw new Error(`No ${status} campaign`);
	return { id: found.id, name: found.name, step, sendingWindow: found.sending_window };
}

describe('campaign', () => {
	it('getAll', async () => {
		const { items, request } = await act({
			resource: 'campaign',
			operation: 'getAll',
			returnAll: true,
		});

		expect(request).toBe('GET /api/v1/public/campaigns/');
		const ids = stage.simulator.state.campaigns.map(({ id }) => id);
		expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
	});

	it('update, all seven fields, the sending window by rows', async () => {
		const { id, sendingWindow } = campaign();
		const { items, request, body } = await act({
			resource: 'campaign',
			operation: 'update',
			campaignId: byId(id),
			updateFields: {
				name: 'Renamed',
				timezone: 'Europe/Berlin',
				language: 'de',
				emailMaxMessages: 11,
				linkedinMaxMessages: 12,
				linkedinMaxConnections: 13,
				sendingWindow: {
					days: [{ weekdays: ['monday'], enabled: true, start: '08:30', end: '12:00' }],
				},
			},
		});

		expect(request).toBe(`PATCH /api/v1/public/campaigns/${id}/`);
		expect(body).toEqual({
			name: 'Renamed',
			timezone: 'Europe/Berlin',
			language: 'de',
			email_max_messages: 11,
			linkedin_max_messages: 12,
			linkedin_max_connections: 13,
			sending_window: { ...sendingWindow, monday: { enabled: true, start: '08:30', end: '12:00' } },
		});
		expect(items).toMatchObject([{ id, name: 'Renamed', email_max_messages: 11 }]);
	});

	it('update, the sending window as JSON', async () => {
		const { id, sendingWindow } = campaign();
		const { request, body } = await act({
			resource: 'campaign',
			operation: 'update',
			campaignId: byId(id),
			updateFields: { sendingWindowJson: JSON.stringify(sendingWindow) },
		});

		expect(request).toBe(`PATCH /api/v1/public/campaigns/${id}/`);
		expect(body).toEqual({ sending_window: sendingWindow });
	});
});

describe('campaign step', () => {
	it('get', async () => {
		const { id, step } = campaign();
		const { items, request } = await act({
			resource: 'campaignStep',
			operation: 'get',
			campaignId: byId(id),
			stepId: byId(step.id),
		});

		expect(request).toBe(`GET /api/v1/public/campaigns/${id}/steps/${step.id}/`);
		expect(items).toMatchObject([{ id: step.id, subject_line: step.subject_line }]);
	});

	it('delete', async () => {
		const { id, name, step } = campaign();
		const { items, request } = await act({
			resource: 'campaignStep',
			operation: 'delete',
			campaignId: byId(id),
			stepId: byId(step.id),
		});

		expect(request).toBe(`DELETE /api/v1/public/campaigns/${id}/steps/${step.id}/`);
		expect(items).toMatchObject([{ deleted: true, campaign: { id, name } }]);
	});

	it("delete in an ACTIVE campaign fails with the service's words", async () => {
		const { id, step } = campaign('ACTIVE');
		const execution = await stage.act({
			resource: 'campaignStep',
			operation: 'delete',
			campaignId: byId(id),
			stepId: byId(step.id),
		});

		expect(execution.status).toBe('error');
		expect(JSON.stringify(execution.error(ACTION))).toMatch(/active campaign/i);
	});
});

describe('chat', () => {
	it('getAll', async () => {
		const { items, request } = await act({
			resource: 'chat',
			operation: 'getAll',
			returnAll: true,
		});

		expect(request).toBe('GET /api/v1/public/chats');
		expect(items).toHaveLength(stage.simulator.state.chats.length);
	});
});

describe('lead list', () => {
	it('getAll', async () => {
		const { items, request } = await act({ resource: 'leadList', operation: 'getAll', limit: 1 });

		expect(request).toBe('GET /api/v1/public/lead-lists/');
		expect(items).toHaveLength(1);
	});

	it('create', async () => {
		const { items, request, body } = await act({
			resource: 'leadList',
			operation: 'create',
			name: 'Trade fair',
		});

		expect(request).toBe('POST /api/v1/public/lead-lists/');
		expect(body).toEqual({ name: 'Trade fair' });
		expect(items).toMatchObject([{ name: 'Trade fair', status: 'DRAFT', total_prospects: 0 }]);
	});
});

describe('webhook', () => {
	it('set and disable', async () => {
		const webhookUrl = 'https://receiver.example/hook';
		const set = await act({ resource: 'webhook', operation: 'set', webhookUrl });

		expect(set.request).toBe('PUT /api/v1/user/webhook/');
		expect(set.body).toEqual({ webhook_url: webhookUrl });
		expect(stage.simulator.webhookUrl).toBe(webhookUrl);

		const disable = await act({ resource: 'webhook', operation: 'disable' });

		expect(disable.request).toBe('PUT /api/v1/user/webhook/');
		expect(disable.body).toEqual({ webhook_url: null });
		expect(stage.simulator.webhookUrl).toBeNull();
	});
});

describe('API endpoint', () => {
	it('call', async () => {
		const { request, body } = await act({
			resource: 'apiEndpoint',
			operation: 'call',
			method: 'POST',
			path: '/api/v1/public/lead-lists/',
			body: '{ "name": "By hand" }',
		});

		expect(request).toBe('POST /api/v1/public/lead-lists/');
		expect(body).toEqual({ name: 'By hand' });
	});

	it('refuses a path outside /api/ before anything is sent', async () => {
		const execution = await stage.act({
			resource: 'apiEndpoint',
			operation: 'call',
			method: 'GET',
			path: '/admin/',
		});

		expect(execution.status).toBe('error');
		expect(stage.simulator.requests).toEqual([]);
	});
});
