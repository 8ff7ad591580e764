import { responseForms, type ResponseForm } from '../../../dev/simulator/responseForms';
import { cases } from './cases';
import { respondWith, run, simulator, succeed, wire } from './support';

/** All operations that send something, but the search. */
const writes = Object.entries(cases).flatMap(([name, { wire: sent }]) =>
	sent.startsWith('GET') || name === 'prospect.search' ? [] : [name],
);

it.each(writes)('%s is not sent again after a 500, for it may have been done', async (name) => {
	respondWith({ error: 'Broken' }, 500);
	const { error } = await run(name, cases[name]?.fields);

	expect(wire()).toHaveLength(1);
	expect(error?.description).toMatch(/The service may have carried this out/);
});

describe.each(responseForms)('an accepted write whose response has the form %s', (responseForm) => {
	it.each(writes)('%s succeeds with one item, and is sent once', async (name) => {
		simulator.current.configure({ responseForm });
		const { error, json } = await run(name, cases[name]?.fields);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(Object.keys(json[0] ?? {}).length).toBeGreaterThan(0);
		expect(wire()).toHaveLength(1);
	});
});

describe('the output of an accepted write', () => {
	const name = expect.stringMatching(/^Spring/);
	const created = expect.objectContaining({ id: expect.any(Number), name });
	const done = { success: true };

	it.each<[string, unknown, ResponseForm[]]>([
		['the object in whichever envelope', created, ['documented', 'bare', 'data', 'list']],
		['that it was done where nothing comes back', done, ['empty', 'null', 'emptyList']],
	])('is %s', async (_what, output, forms) => {
		for (const responseForm of forms) {
			simulator.current.configure({ responseForm });
			expect(await succeed('campaign.create', { name: 'Spring' })).toEqual([output]);
		}
	});

	it.each([
		['apiKey.revoke', { success: true, api_key_id: '90002' }],
		['apiKey.rotate', { success: true, api_key_id: '90002' }],
		['campaignStep.delete', { deleted: true, step_id: 10301, campaign_id: 103 }],
		['chat.sendMessage', { success: true, prospect_id: 5001 }],
		['webhook.set', { success: true, webhook_url: 'https://hooks.example.com/in?token=1' }],
		['webhook.disable', { success: true, webhook_url: null }],
	])('names what %s was done to where nothing comes back', async (name, output) => {
		simulator.current.plan({ kind: 'empty' });

		expect(await succeed(name, cases[name]?.fields)).toEqual([output]);
	});

	it.each([
		['campaign.create', 'text', { success: true, message: 'ok' }],
		['campaign.create', 'textHtml', { success: true, message: 'OK' }],
		['chat.sendMessage', 'text', { success: true, message: 'ok', prospect_id: 5001 }],
		['apiKey.revoke', 'textHtml', { success: true, message: 'OK', api_key_id: '90002' }],
	] as const)('is the text, with a hint: %s, %s', async (name, responseForm, output) => {
		simulator.current.configure({ responseForm });
		const { json, hints } = await run(name, cases[name]?.fields);

		expect(json).toEqual([output]);
		expect(hints).toEqual([
			expect.stringContaining('carried this out, but its response is not JSON'),
		]);
	});

	it.each(['leadList.addLeads', 'campaign.create'])('has lists below data: %s', async (name) => {
		respondWith([{ id: 1 }, { id: 2 }]);

		expect(await succeed(name, cases[name]?.fields)).toMatchObject([
			{ success: true, data: [{ id: 1 }, { id: 2 }] },
		]);
	});

	it.each([
		['an empty 201', '', 201, { success: true }],
		['an empty 202', '', 202, { success: true }],
		['an object without what was promised', { lead_list: { anything: 1 } }, 201, { anything: 1 }],
		['a number', 7, 200, expect.anything()],
	])('is there for %s', async (_what, body, status, output) => {
		respondWith(body, status);

		expect(await succeed('leadList.create', { name: 'Fair' })).toEqual([output]);
	});

	it.each(writes)('of %s is whatever the service says', async (name) => {
		const numbers = { count: 'two', credits_deducted: 'six', prospects: [{ id: 1 }] };
		const said = { ...numbers, key: 'a.b', subject_line: '{{broken', warning: 'Soon gone' };
		respondWith({ success: true, ...said });

		expect(await succeed(name, cases[name]?.fields)).toMatchObject([said]);
	});
});

it.each([
	{ error: 'Cannot delete', code: 'ACTIVE' },
	{ error: 'Cannot delete', request_id: 'r1', status: 400, remaining_credits: 5 },
	{ success: 'false', error: 'Cannot delete' },
	{ success: 'False', message: 'Cannot delete' },
	{ deleted: false, message: 'Cannot delete' },
	[{ error: 'Cannot delete' }],
	{ data: { error: 'Cannot delete', code: 'ACTIVE' } },
])('a step is not deleted where a 200 says %j', async (body) => {
	respondWith(body);
	const onError = 'continueRegularOutput';
	const { json } = await run('campaignStep.delete', cases['campaignStep.delete']?.fields, {
		onError,
	});

	expect(json).toMatchObject([{ error: 'Cannot delete' }]);
	expect(json[0]).not.toHaveProperty('deleted');
});

it.each<[string, unknown, number]>([
	[
		'apiEndpoint.call',
		{
			success: false,
			results: [
				{ success: true, message_id: 9 },
				{ success: false, error: 'No' },
			],
		},
		207,
	],
	['leadList.addToCampaign', { success: false, count: 98, error: '2 could not be added' }, 200],
	['leadList.addLeads', { success: false, added: 1, failed: [{ id: 5006 }] }, 200],
	['chat.sendMessage', '{"success": false, "error": "Account disconnected",}', 200],
	['chat.sendMessage', '<script>top.location = "/login"</script>', 200],
])('%s is not sent again after %j, for a part may have been done', async (name, body, status) => {
	respondWith(body, status);
	const { error } = await run(name, { ...cases[name]?.fields, method: 'POST' });

	expect(wire()).toHaveLength(1);
	expect(error?.description).toMatch(/The service may have carried this out/);
});
