import { answerWith, byId, credentials, run, simulator, succeed, wire } from './support';

const campaignId = byId(103);
const deleteStep = { campaignId, stepId: byId(10301) };

describe('what a user sees when the service refuses', () => {
	it('a request without a key: its words, and where to enter the key', async () => {
		answerWith({ error: 'Missing API key', message: 'Provide X-API-Key header' }, 401);
		const { error } = await run('campaign.getAll');

		expect(error).toMatchObject({ message: 'Missing API key', httpCode: '401' });
		expect(error?.description).toMatch(/Provide X-API-Key header.*[Oo]pen the credential/);
	});

	it('a key that is not valid: its words, and what a key must be', async () => {
		const { error } = await run(
			'campaign.getAll',
			{},
			{
				credentials: { ...credentials(), apiKey: `${'5f3a9c1e'}.revoked` },
			},
		);

		expect(error).toMatchObject({ message: 'Invalid API key', httpCode: '401' });
		expect(error?.description).toMatch(/the whole prefix\.secret/);
	});

	it('too many requests: nothing, for the node waits and asks again', async () => {
		const headers = { 'retry-after': '1' };
		simulator.current.plan({ status: 429, body: { error: 'Rate limit exceeded' }, headers });

		expect(await succeed('campaign.getAll', { returnAll: true })).toHaveLength(4);
		expect(wire()).toHaveLength(2);
	});

	it('to delete a step of an ACTIVE campaign: its words, and to pause the campaign', async () => {
		const { error } = await run('campaignStep.delete', {
			campaignId: byId(101),
			stepId: byId(10101),
		});

		expect(error?.message).toBe('Cannot delete steps from an active campaign');
		expect(error?.description).toMatch(/Pause the campaign first/);
	});

	it('a campaign that it does not know: its words, and the ID', async () => {
		const { error } = await run('campaignStep.delete', { ...deleteStep, campaignId: byId(9) });

		expect(error?.message).toBe('Campaign not found');
		expect(error?.description).toMatch(/Campaign ID 9 is not among the campaigns/);
	});

	it('with success false, whatever the status', async () => {
		answerWith({ success: false, error: 'Not today' }, 200);
		const { error } = await run('campaignStep.delete', deleteStep);

		expect(error?.message).toBe('Not today');
	});

	it('a value: every field that it names', async () => {
		answerWith({ language: ['Enter a short language code.'], name: ['Too long.'] }, 400);
		const updateFields = { language: 'x', name: 'y' };
		const { error } = await run('campaign.update', { campaignId, updateFields });

		expect(error?.message).toBe('language: Enter a short language code.');
		expect(error?.description).toMatch(/name: Too long/);
	});
});
