import { call, useSimulator } from './helpers';

const simulator = useSimulator();

type Refusal = [request: string, body: unknown, response: unknown, status: number];

const missing = (what: string) => failed(`${what} not found`);
const failed = (error: string) => ({ success: false, error });
const required = ['This field is required.'];
const notAnInteger = ['A valid integer is required.'];
const noChoice = (value: string) => [`"${value}" is not a valid choice.`];
const noObject = (id: number) => [`Invalid pk "${id}" - object does not exist.`];
const notAnUrl = expect.arrayContaining(['Enter a valid URL.']);
const week = (text: string) => ({ sending_window: expect.arrayContaining([text]) });
const wrongTime = 'Time has wrong format. Use this format instead: hh:mm.';
const atMostOne = (side: string) =>
	failed(`A step can have at most one ${side}: a step or a condition`);

/** What a request is refused for, by its body: as invalid, unless another status is given. */
function refused(
	request: string,
	...bodies: Array<[body: unknown, response: unknown, status?: number]>
): Refusal[] {
	return bodies.map(([body, response, status = 400]) => [request, body, response, status]);
}

const refusals = [
	...refused(
		'POST public/campaigns/',
		['{"name": ', { detail: 'JSON parse error' }],
		[{}, { name: required }],
	),
	...refused('GET public/campaigns/9/', [undefined, missing('Campaign'), 404]),
	...refused(
		'PATCH public/campaigns/103/',
		[{ email_max_messages: 1.5 }, { email_max_messages: notAnInteger }],
		[{ timezone: 'Amsterdam' }, { timezone: noChoice('Amsterdam') }],
		[{ sending_window: { monday: { start: '24:00' } } }, week(`monday.start: ${wrongTime}`)],
	),

	...refused('GET public/campaigns/9/steps/10101/', [undefined, missing('Campaign'), 404]),
	// The step of another campaign.
	...refused('GET public/campaigns/102/steps/10101/', [undefined, missing('Campaign step'), 404]),
	...refused(
		'PATCH public/campaigns/103/steps/10302/',
		[{ parent_step_id: 10301, parent_condition_id: 5 }, atMostOne('parent')],
		[{ parent_step_id: 10101 }, { parent_step_id: noObject(10101) }],
	),
	...refused(
		'POST public/lead-lists/',
		[{}, { name: required }],
		[{ name: 'x', search_type: 'PETS' }, { search_type: noChoice('PETS') }],
	),
	...refused('GET public/lead-lists/9/leads/', [undefined, missing('Lead list'), 404]),
	...['add-leads', 'add-to-campaign', 'move-to-campaign', 'enrichment'].flatMap((action) =>
		refused(`POST public/lead-lists/9/${action}/`, [
			{ campaign: 103, campaign_id: 103, prospect_ids: [5001] },
			missing('Lead list'),
			404,
		]),
	),
	...refused(
		'POST public/lead-lists/301/add-leads/',
		[{}, { prospect_ids: required }],
		[{ prospect_ids: [1] }, { prospect_ids: noObject(1) }],
		[{ company_ids: [7002] }, failed('A list of search type PEOPLE takes prospect_ids')],
	),
	...refused(
		'POST public/lead-lists/303/add-to-campaign/',
		[{ campaign: 9 }, missing('Campaign'), 404],
		[{}, { campaign: required }],
		[{ campaign: 104, sort_field: 'shoe_size' }, { sort_field: noChoice('shoe_size') }],
		[{ campaign: 104, filters: { job_title: 5 } }, { filters: ['job_title: Not a valid filter.'] }],
		[{ campaign: 104, filters: { location_radius: '5' } }, { filters: [expect.any(String)] }],
	),
	...refused(
		'POST public/lead-lists/303/enrichment/',
		[{ enrichment_type: 'FIND_SHOE' }, { enrichment_type: noChoice('FIND_SHOE') }],
		[{ webhook_url: 'nowhere' }, { webhook_url: notAnUrl }],
	),

	...refused(
		'POST public/chats/5001/send-message/',
		[{}, { message: required }],
		[{ message: 'x', sender_account_id: 'me' }, { sender_account_id: notAnInteger }],
	),
	...refused('POST public/chats/5002/send-message/', [
		{ message: 'x' },
		failed('There is no conversation with this prospect'),
	]),
	...refused(
		'PUT user/webhook/',
		[{}, { webhook_url: required }],
		[{ webhook_url: 'nowhere' }, { webhook_url: notAnUrl }],
	),
	...['campaigns', 'dashboard/campaign-analytics'].flatMap((path) =>
		refused(`GET ${path}/?workspace_id=9`, [undefined, { error: 'Access denied' }, 403]),
	),
];

it.each(refusals)('refuses %s with the body %j', async (request, body, response, expected) => {
	simulator.current.state.webhookUrl = 'https://first.example/hook';
	const before = structuredClone(simulator.current.state);
	const [method = '', path = ''] = request.split(' ');
	const { status, json } = await call(simulator.current, method, `/api/v1/${path}`, body);

	expect({ status, json }).toEqual({ status: expected, json: response });
	expect(simulator.current.state).toEqual(before);
});
