import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { operationsWith } from '../../unit/operations/properties';
import { callTool } from './agent';
import { cases } from './cases';
import { respondWith, byId, parametersOf, simulator, succeed } from './support';

const withOutput = operationsWith('output');
const records = z.array(z.record(z.unknown()));
const LONG = 'A sentence that goes on and on. '.repeat(400);

/** Makes every text of the service's objects long. */
function writeAtLength(): void {
	const { campaigns, leads, chats } = simulator.current.state;
	for (const campaign of campaigns) campaign.name = LONG;
	for (const lead of leads) {
		Object.assign(lead, { headline: LONG, job_title: `${lead.job_title} ${LONG}`, location: LONG });
	}
	for (const { messages } of chats) for (const one of messages) one.message = LONG;
}

describe('the output of every operation with large objects', () => {
	it('was looked at', () => expect(withOutput.length).toBeGreaterThanOrEqual(5));

	it.each(withOutput)('%s is raw on the canvas', async (name) => {
		const raw = await succeed(name, { ...cases[name]?.fields, output: 'raw' });
		const preset = await succeed(name, cases[name]?.fields);

		expect(Object.keys(preset[0] ?? {})).toEqual(Object.keys(raw[0] ?? {}));
	});

	it.each(withOutput)('%s gives an agent ten flat fields and 1 KB at most', async (name) => {
		writeAtLength();
		const parameters = parametersOf(name, cases[name]?.fields);
		const { result, error } = await callTool(parameters, {});

		expect(error?.message).toBeUndefined();
		const given = records.parse(JSON.parse(String(result)));
		expect(given.length).toBeGreaterThan(0);
		for (const record of given) {
			expect(Object.keys(record).length).toBeLessThanOrEqual(10);
			expect(Object.keys(record)).toContain('id');
			expect(Object.values(record).filter((value) => value instanceof Object)).toEqual([]);
			expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(1_000);
		}
	});

	it('is what an agent was set to, where a person chose', async () => {
		const fields = { campaignId: byId(103), output: 'raw' };
		const { result } = await callTool(parametersOf('campaign.get', fields), {});

		expect(records.parse(JSON.parse(String(result)))[0]).toHaveProperty('sending_window.monday');
	});
});

describe('a simplified object', () => {
	/** By operation, with the list where it is not that of the case. */
	const FIELDS: Record<string, string> = {
		'campaign.getManyAnalytics':
			'id name status analytics_amount_of_prospects analytics_amount_of_prospects_contacted analytics_amount_of_emails_sent analytics_amount_of_linkedin_messages_sent analytics_amount_of_replies analytics_amount_of_interested analytics_average_reply_time',
		'campaignStep.getAll':
			'id campaign_id step_type delay_in_hours subject_line message_template subject_line_b message_template_b add_unsubscribe updated_at',
		'chat.getAll':
			'id prospect_id lead_first_name lead_last_name lead_linkedin_profile_url lead_email campaign_id campaign_name channel last_message',
		'leadList.getLeads':
			'id lead_list_id first_name last_name job_title company_name email phone_number linkedin_profile_url location',
		'leadList.getLeads 304':
			'id lead_list_id name linkedin_url website_url location industry revenue amount_of_employees',
	};

	it.each(Object.entries(FIELDS))('of %s has the fields %s', async (key, names) => {
		const [name = '', list] = key.split(' ');
		const fields = { ...cases[name]?.fields, ...(list && { leadListId: byId(list) }) };
		const [first] = await succeed(name, { ...fields, output: 'simplified' });

		expect(Object.keys(first ?? {}).join(' ')).toBe(names);
	});

	it('has the fields that there are, where they are not documented', async () => {
		respondWith([{ uuid: 'a', contact: { id: 1 }, last_message: { message: 'Yes', id: 2 } }]);

		expect(await succeed('chat.getAll', { output: 'simplified' })).toEqual([
			{ last_message_message: 'Yes', uuid: 'a' },
		]);
	});
});

describe('selected fields', () => {
	const chosen = (outputFields: IDataObject[string]) => ({
		campaignId: byId(103),
		output: 'selected',
		outputFields: outputFields as string[],
	});

	it.each([[['id', 'status']], ["={{ ['id', 'status'] }}"], ['={{ "id, status" }}']])(
		'are output: %j',
		async (outputFields) => {
			expect(await succeed('campaign.get', chosen(outputFields))).toEqual([
				{ id: 103, status: 'DRAFT' },
			]);
		},
	);

	it('may be of a nested object, and may be such as the list does not show', async () => {
		const fields = "={{ ['sending_window.monday', 'prospects'] }}";
		const [campaign] = await succeed('campaign.get', chosen(fields));

		expect(campaign).toEqual({
			sending_window_monday: { enabled: true, start: '09:00', end: '15:00' },
			prospects: null,
		});
	});
});

const campaignId = byId(103);
const step = { campaignId, stepId: byId(10301) };
const update = { ...step, updateFields: { delayInHours: 1 } };
const beside = { steps: [{ id: 1 }], warning: 'Soon gone', message: 'Done', meta: { took: 3 } };

/** An operation, the key of its object in the envelope, and an ID that the output has besides. */
const OPERATIONS: Array<[string, string, INodeParameters, object]> = [
	['apiKey.create', 'api_key', { body: '{}' }, {}],
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
		respondWith({ success: true, [key]: object, ...beside });

		expect(await succeed(name, fields)).toEqual([{ ...object, ...beside, ...ids }]);
	});

	it('is kept from each envelope', async () => {
		respondWith({ success: true, took: 3, data: { [key]: object, warning: 'Soon gone' } });

		expect(await succeed(name, fields)).toEqual([
			{ ...object, warning: 'Soon gone', took: 3, ...ids },
		]);
	});

	it('replaces no field of the object, whatever its value', async () => {
		const full = { ...object, warning: null, success: false, message: 'Its own' };
		respondWith({ success: true, [key]: full, ...beside });

		const kept = { steps: beside.steps, meta: beside.meta };
		expect(await succeed(name, fields)).toEqual([{ ...full, ...kept, ...ids }]);
	});
});

it('what stands beside the campaign of campaignStep.delete is kept', async () => {
	respondWith({ success: true, campaign: { id: 103 }, ...beside, step_id: 1 });

	expect(await succeed('campaignStep.delete', step)).toEqual([
		{ ...beside, campaign: { id: 103 }, deleted: true, step_id: 10301, campaign_id: 103 },
	]);
});
