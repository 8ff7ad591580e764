/** What reached the service in a real n8n, where one of three input items is bad. */
import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { byId, wireOf } from '../engine/operations/wire';
import { ACTION, setStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

/** A field that is bad for one of the items, and right for the others. */
const lastIsBad = (bad: string, good: string) => `={{ $json.item === 3 ? ${bad} : ${good} }}`;
const firstIsBad = (bad: string, good: string) => `={{ $json.item === 1 ? ${bad} : ${good} }}`;

const DAY = { enabled: true, start: '09:00', end: '17:00' };
const WEEKDAYS = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'];
const WINDOW = JSON.stringify(
	Object.fromEntries(WEEKDAYS.map((name) => [`${name}day`, DAY])),
	// Two braces would end the expression that it stands in.
).replace('}}', '} }');

type Either = typeof lastIsBad;
type Row = [name: string, fields: (either: Either) => Record<string, unknown>];

const ROWS: Row[] = [
	[
		'chat.sendMessage, a bad ID',
		(either) => ({
			prospectId: byId(either("'none'", '5001')),
			message: '=Hi {{ $json.item }}',
		}),
	],
	[
		'chat.sendMessage, an empty text',
		(either) => ({ prospectId: byId(5001), message: either("''", "'Hi ' + $json.item") }),
	],
	[
		'chat.sendMessage, somebody who is not found',
		(either) => ({
			prospectId: { __rl: true, mode: 'email', value: either("'x@nobody.example'", '$json.email') },
			message: '=Hi {{ $json.item }}',
		}),
	],
	[
		'campaignStep.delete',
		(either) => ({ campaignId: byId(103), stepId: byId(either("'none'", '10300 + $json.item')) }),
	],
	[
		'campaign.update, a number',
		(either) => ({
			campaignId: byId(103),
			updateFields: { emailMaxMessages: either("'many'", '$json.item') },
		}),
	],
	[
		'campaign.update, a sending window',
		(either) => ({
			campaignId: byId(103),
			updateFields: { sendingWindowJson: either("'{'", `'${WINDOW}'`) },
		}),
	],
	['leadList.create', (either) => ({ name: either("''", "'List ' + $json.item") })],
	[
		'webhook.set',
		(either) => ({ webhookUrl: either("'/in'", "'https://hooks.example.com/' + $json.item") }),
	],
	[
		'apiEndpoint.call',
		(either) => ({
			method: 'POST',
			path: '/api/v1/public/lead-lists/',
			body: either("'{'", '\'{"name":"List \' + $json.item + \'"}\''),
		}),
	],
	[
		'leadList.enrich',
		(either) => ({
			leadListId: byId(either("'none'", '300 + $json.item')),
			enrichmentType: 'FIND_EMAIL',
			prospectLimit: 1,
		}),
	],
	[
		'leadList.addLeads, not combined',
		(either) => ({
			leadListId: byId(301),
			combineItems: false,
			prospectIds: either("'none'", '5004 + $json.item'),
		}),
	],
];

/** Runs the action node on three items. */
async function runOnThree(name: string, fields: Record<string, unknown>, settings = {}) {
	const [resource, operation] = name.split(/[.,]/);
	const email = stage.simulator.state.leads.find(({ id }) => id === 5001)?.email;
	const list = [1, 2, 3].map((item) => ({ item, email }));
	const raw = { mode: 'raw', jsonOutput: JSON.stringify({ list }) };
	const parameters = { resource, operation, ...fields };
	return await stage.run(
		{ ...stage.node('List', 'n8n-nodes-base.set', raw), typeVersion: 3.4 },
		stage.node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'list' }),
		{ ...stage.node(ACTION, ACTION_TYPE, parameters), ...settings },
	);
}

const writes = () => stage.simulator.requests.map(wireOf).filter((line) => !line.startsWith('GET'));

describe.each(ROWS)('%s', (name, fields) => {
	it('sends nothing where the third item is bad, and says so', async () => {
		const execution = await runOnThree(name, fields(lastIsBad));

		expect(writes()).toEqual([]);
		expect(execution.error()?.description).toMatch(/^Item 3 of 3 failed, and nothing was [a-z]+/);
	});

	it('sends the others where the first is bad and the node continues', async () => {
		const onError = 'continueRegularOutput';
		const execution = await runOnThree(name, fields(firstIsBad), { onError });

		expect(execution.error()).toBeUndefined();
		expect(writes()).toHaveLength(2);
		expect(execution.items(ACTION).map(({ json }) => typeof json.error)).toEqual([
			'string',
			'undefined',
			'undefined',
		]);
	});
});
