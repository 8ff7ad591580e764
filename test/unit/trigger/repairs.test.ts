import { isCommand } from './deliveries';
import { triggerNode } from './triggerNode';
import { inWords } from './inWords';
import { first, ONE_KEY, OTHER_KEY, second, useSetupWithKeys } from './support';

const withOtherKey = triggerNode('other', {}, { credential: 'other' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });
const foreignToo = triggerNode('foreign-too', {}, { credential: 'foreign' });
const setup = useSetupWithKeys([first, second, withOtherKey, foreign, foreignToo]);

const { given, tests } = inWords(setup, {
	/** The key of the other credential. */
	'other-key': ({ words }) => {
		const apiKey = words === 'one' ? ONE_KEY : OTHER_KEY;
		setup.n8n.useService({ url: setup.simulator.url, apiKey }, 'other');
	},
	'key-list-fails': () => setup.simulator.plan({ method: 'GET', status: 500, times: 4 }),
	/** One request within n8n fails. */
	'fail-once': () =>
		setup.n8n.answerInstead(isCommand, (response) => void response.writeHead(502).end(), 1),
});

describe('a webhook that no published trigger has', () => {
	tests({
		'is registered again where handing it over has failed before n8n was restarted': `
			publish second first, refuse, unpublish second, restart
			renew, renew → starts first, receiver first`,
		'is registered again after a test has disabled it before n8n had started anything': `
			publish second, restart second, listen first, stop first → receiver null
			start second, renew, renew → receiver second`,
		'is left alone where a key of the same user may have it, which the service does not tell': `
			key-list forbidden, publish other second first, refuse, unpublish second, restart
			renew, renew → receiver second`,
	});
});

describe('a trigger whose credential has got another key of the same user', () => {
	given('other-key one, publish first other, other-key other');

	tests({
		'goes on after a restart where the receiver is started first':
			'restart, renew, renew → starts first other, puts first',
		'goes on after a restart where it is started first':
			'restart first, start first, renew, renew → starts first other, puts first',
	});
});

tests({
	'one service that refuses keeps no other webhook from being renewed': `
		publish first second foreign foreign-too, vanish first, refuse 100
		renew → commanded first second foreign`,
	'a list of keys that fails for a moment is no reason to take the webhook': `
		publish first, key-list-fails
		publish other fails .
		message → started first, puts first`,
	'one failed request within n8n is no reason for a test to take the webhook':
		'publish second, fail-once, listen first → puts second',
});

it('a list of listeners that came with an imported workflow is not believed', async () => {
	const listener = {
		id: 'a/b',
		kind: 'published',
		url: `${setup.n8n.url}/webhook/stranger/webhook`,
	};
	const listeners = { version: 9e15, listeners: [listener] };
	const imported = JSON.stringify({ 'node:Trigger first': { listeners } });
	setup.n8n.database.set(first.workflowId, imported);
	await setup.publish(first);
	await setup.simulator.sendMessage();

	const asked = setup.n8n.requests.map(({ url }) => url);
	expect(asked).not.toContainEqual(expect.stringContaining('stranger'));
	expect(setup.n8n.database.get(first.workflowId)).not.toContain('stranger');
});
