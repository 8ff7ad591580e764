import { call, fieldsOf, part, useSimulator } from './helpers';

const simulator = useSimulator();
const steps = (campaignId: number) => `/api/v1/public/campaigns/${campaignId}/steps/`;
const stepIds = (index: number) =>
	simulator.current.state.campaigns[index]?.steps.map(({ id }) => id);

describe('GET steps', () => {
	it('lists the steps of a campaign in their order', async () => {
		const { json } = await call(simulator.current, 'GET', steps(103));

		expect(json).toMatchObject({ steps: [{ id: 10301 }, { id: 10302 }, { id: 10303 }] });
	});

	it("shows one step with exactly the reference's fields", async () => {
		const { status, json } = await call(simulator.current, 'GET', `${steps(101)}10101/`);

		expect(status).toBe(200);
		expect(part(json).success).toBe(true);
		expect(fieldsOf(part(json, 'step'))).toBe(
			'add_unsubscribe created_at delay_in_hours id message_template message_template_b ' +
				'step_type subject_line subject_line_b updated_at',
		);
		expect(part(json, 'step').subject_line).toContain('{{company_name}}');
	});
});

describe('PATCH a step', () => {
	it('changes only what is sent and refreshes updated_at', async () => {
		const body = { delay_in_hours: 48, add_unsubscribe: true };
		const { json } = await call(simulator.current, 'PATCH', `${steps(101)}10102/`, body);

		expect(json).toMatchObject({
			success: true,
			step: { ...body, subject_line: 'Re: Fewer empty runs at {{company_name}}' },
		});
		expect(String(part(json, 'step').updated_at) > '2025-02-03T08:15:00.000Z').toBe(true);
		expect(json).not.toHaveProperty('step.parent_step_id');
	});

	it('moves a step behind its new parent', async () => {
		await call(simulator.current, 'PATCH', `${steps(103)}10302/`, { parent_step_id: null });
		await call(simulator.current, 'PATCH', `${steps(103)}10303/`, { child_step_id: 10301 });

		expect(stepIds(2)).toEqual([10302, 10303, 10301]);
		const [first, , last] = simulator.current.state.campaigns[2]?.steps ?? [];
		expect(first).toMatchObject({ parent_step_id: null, child_step_id: 10303 });
		expect(last).toMatchObject({ parent_step_id: 10303, child_step_id: null });
	});

	it('replaces a parent step by a condition', async () => {
		const path = `${steps(103)}10302/`;
		await call(simulator.current, 'PATCH', path, { parent_condition_id: 77 });

		const moved = simulator.current.state.campaigns[2]?.steps.find(({ id }) => id === 10302);
		expect(moved).toMatchObject({ parent_step_id: null, parent_condition_id: 77 });
	});

	it('keeps every step when links run in a circle', async () => {
		await call(simulator.current, 'PATCH', `${steps(103)}10301/`, { parent_step_id: 10303 });

		expect(stepIds(2)?.sort()).toEqual([10301, 10302, 10303]);
	});
});

describe('DELETE a step', () => {
	it('removes it from a draft and returns the campaign', async () => {
		const { status, json } = await call(simulator.current, 'DELETE', `${steps(103)}10302/`);

		expect(status).toBe(200);
		expect(json).toMatchObject({
			success: true,
			message: expect.any(String),
			campaign: { id: 103, status: 'DRAFT' },
		});
		expect(stepIds(2)).toEqual([10301, 10303]);
		expect(simulator.current.state.campaigns[2]?.steps[0]?.child_step_id).toBe(10303);
	});

	it('leaves nothing to delete', async () => {
		const path = `${steps(103)}10302/`;
		await call(simulator.current, 'DELETE', path);

		expect((await call(simulator.current, 'DELETE', path)).status).toBe(404);
	});
});
