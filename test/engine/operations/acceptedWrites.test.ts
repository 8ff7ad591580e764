import { answerForms, type AnswerForm } from '../../../dev/simulator/answerForms';
import { answerWith, run, simulator, succeed, wire } from './support';
import { byId } from '../api/support';

const WRITES: Array<[string, Parameters<typeof succeed>[1]]> = [
	['webhook.set', { webhookUrl: 'https://hooks.example.com/in' }],
	['webhook.disable', {}],
	['campaign.create', { name: 'Spring' }],
	['campaign.update', { campaignId: byId(103), updateFields: { name: 'Spring' } }],
	['leadList.create', { name: 'Fair' }],
	['leadList.enrich', { leadListId: byId(301) }],
	['leadList.addLeads', { leadListId: byId(301), prospectIds: '5009' }],
	['chat.sendMessage', { prospectId: '5001', message: 'Hi' }],
];

describe.each(answerForms)('an accepted write that is answered in the form %s', (answerForm) => {
	it.each(WRITES)('%s succeeds with one item, and is sent once', async (operation, fields) => {
		simulator.current.configure({ answerForm });
		const { error, json } = await run(operation, fields);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(Object.keys(json[0] ?? {}).length).toBeGreaterThan(0);
		expect(wire()).toHaveLength(1);
	});
});

describe('the output of an accepted write', () => {
	const created = async (answerForm: AnswerForm) => {
		simulator.current.configure({ answerForm });
		return await succeed('campaign.create', { name: 'Spring' });
	};

	it.each(['documented', 'bare', 'data', 'list'] as const)(
		'is the object in whichever envelope: %s',
		async (answerForm) => {
			expect(await created(answerForm)).toMatchObject([{ id: expect.any(Number), name: 'Spring' }]);
		},
	);

	it.each(['empty', 'null', 'emptyList'] as const)(
		'is that it was done where nothing comes back: %s',
		async (answerForm) => {
			expect(await created(answerForm)).toEqual([{ success: true }]);
		},
	);

	it('is the text where the answer is one, with a hint', async () => {
		simulator.current.configure({ answerForm: 'text' });
		const { json, hints } = await run('campaign.create', { name: 'Spring' });

		expect(json).toEqual([{ success: true, message: 'ok' }]);
		expect(hints).toEqual([expect.stringContaining('carried this out, but its answer is no JSON')]);
	});

	it.each([
		['an empty 201', '', 201],
		['an empty 202', '', 202],
		['an object without what was promised', { anything: 1 }, 200],
		['a number', 7, 200],
	])('is there for %s', async (_what, body, status) => {
		answerWith(body, status);

		expect(await succeed('leadList.create', { name: 'Fair' })).toHaveLength(1);
	});

	it('is an error when the answer says success: false', async () => {
		answerWith({ success: false, error: 'No credits' });

		expect((await run('leadList.create', { name: 'Fair' })).error?.message).toBe('No credits');
	});
});
