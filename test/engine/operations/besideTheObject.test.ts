import type { INodeParameters } from 'n8n-workflow';
import { answerWith, byId, succeed } from './support';

const campaignId = byId(103);
const step = { campaignId, stepId: byId(10301) };
const update = { ...step, updateFields: { delayInHours: 1 } };
const beside = { steps: [{ id: 1 }], warning: 'Soon gone', message: 'Done', meta: { took: 3 } };

/** An operation, the key of its object in the envelope, and an ID that the output has besides. */
const OPERATIONS: Array<[string, string, INodeParameters, object]> = [
	['campaign.get', 'campaign', { campaignId }, {}],
	['campaign.create', 'campaign', { name: 'Fair' }, {}],
	['campaign.update', 'campaign', { campaignId, updateFields: { name: 'Fair' } }, {}],
	['campaign.getAnalytics', 'analytics', { campaignId }, { campaign_id: 103 }],
	['campaignStep.get', 'step', step, { campaign_id: 103 }],
	['campaignStep.update', 'step', update, { campaign_id: 103 }],
	['leadList.create', 'lead_list', { name: 'Fair' }, {}],
];

describe.each(OPERATIONS)('what stands beside the object of %s', (name, key, fields, ids) => {
	const object = { id: 7, name: 'Fair' };

	it('is kept, but that it succeeded', async () => {
		answerWith({ success: true, [key]: object, ...beside });

		expect(await succeed(name, fields)).toEqual([{ ...object, ...beside, ...ids }]);
	});

	it('is kept from each envelope', async () => {
		answerWith({ success: true, took: 3, data: { [key]: object, warning: 'Soon gone' } });

		expect(await succeed(name, fields)).toEqual([
			{ ...object, warning: 'Soon gone', took: 3, ...ids },
		]);
	});

	it('replaces no field of the object, whatever its value', async () => {
		const full = { ...object, warning: null, success: false, message: 'Its own' };
		answerWith({ success: true, [key]: full, ...beside });

		const kept = { steps: beside.steps, meta: beside.meta };
		expect(await succeed(name, fields)).toEqual([{ ...full, ...kept, ...ids }]);
	});
});

it('what stands beside the campaign of campaignStep.delete is kept', async () => {
	answerWith({ success: true, campaign: { id: 103 }, ...beside, step_id: 1 });

	expect(await succeed('campaignStep.delete', step)).toEqual([
		{ ...beside, campaign: { id: 103 }, deleted: true, step_id: 10301, campaign_id: 103 },
	]);
});
