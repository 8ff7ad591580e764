import { triggerNode } from './triggerNode';
import { scenarios } from './scenarios';
import { first, FOREIGN_KEY, ONE_KEY, OTHER_KEY, short, useSetupWithKeys } from './support';

const mate = triggerNode('mate');
const second = triggerNode('second', {}, { credential: 'other' });
const third = triggerNode('third', {}, { credential: 'other' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });

const foreignToo = triggerNode('foreign-too', {}, { credential: 'foreign' });
const setup = useSetupWithKeys([first, mate, second, third, foreign, foreignToo]);

const deliverToUser = async (user?: string) =>
	await setup.simulator.deliver(
		{ event: 'incoming_message', message: { id: 1, sent_by_lead: true } },
		{ user },
	);

const { given, play, tests } = scenarios(setup, {
	'foreign-receiver': ({ words }) =>
		expect(String(short(setup.simulator.webhookUrlOf('stranger')))).toBe(words),
	/** How often the service was asked. */
	'key-lists': ({ words }) => {
		const lists = setup.simulator.requests.filter(({ method }) => method === 'GET');
		expect(lists).toHaveLength(Number(words));
	},
	/** The key of the other credential. */
	'other-key': ({ words }) => {
		const keys: Record<string, string> = { one: ONE_KEY, other: OTHER_KEY, foreign: FOREIGN_KEY };
		setup.n8n.useService({ url: setup.simulator.url, apiKey: keys[words] ?? words }, 'other');
	},
	'revoke-one': () => {
		setup.n8n.useService({ url: setup.simulator.url, apiKey: ONE_KEY });
		setup.simulator.configure({ apiKeys: [OTHER_KEY] });
	},
	'key-list-fails': () => setup.simulator.plan({ method: 'GET', status: 500, times: 4 }),
	/** Setting the webhook fails once, after one success. */
	'refuse-second': () =>
		setup.simulator.plan({ method: 'PUT', after: 1, status: 409, body: { error: 'Not yours.' } }),
});

given('publish first');

describe('two keys of one user, which the service tells', () => {
	tests({
		'are known as the same after a restart, without asking': `
			publish second
			restart, publish third, message → key-lists 1, started first second third`,
		'takes no webhook over a list of keys that fails for a moment': `
			key-list-fails, publish second fails .
			message → started first, puts first`,
		'go on with the one that is not revoked': `
			unpublish first, publish second first third → registered second
			renew, revoke-one, unpublish second, renew → starts first third`,
		'do not take a credential without a key for an address out of reach':
			'publish second, unpublish first, other-key half, publish first fails id-of-second.*its credential\\. API Key',
		'asks once for a key, and not while there is only one': 'publish second third → key-lists 1',
	});
});

describe('two keys of two users', () => {
	given('publish foreign → registered first');

	tests({
		'have a webhook each, and leave that of the other alone': `
			unpublish first → registered null, foreign-receiver foreign
			unpublish foreign → foreign-receiver null`,
		'are renewed whichever service refuses': `
			publish mate foreign-too, vanish first, refuse 100
			renew → commanded first foreign mate`,
	});

	it('do not get the messages of the other', async () => {
		await deliverToUser('stranger');

		expect(setup.started).toEqual(['foreign']);
		expect(setup.log).toEqual([]);
	});
});

it('a trigger that got the key of another user while another main process led goes with that', async () => {
	await play(`
		other-key one, publish second, another-leads, renew
		unpublish second, other-key foreign, publish second, renew
		former-leads, renew, renew`);
	await deliverToUser();

	expect(setup.started).toEqual(['first']);
});

describe('a trigger whose credential has got another key of the same user', () => {
	given('other-key one, publish second, other-key other');

	tests({
		'goes on after a restart where the receiver is started first':
			'restart, renew, renew → starts first second, puts first',
		'goes on after a restart where it is started first':
			'restart first, start first, renew, renew → starts first second, puts first',
	});
});

describe.each(['forbidden', 'missing'])(
	'keys of which the service does not tell whose they are (%s)',
	(apiKeyList) => {
		given(`key-list ${apiKeyList}`);

		tests({
			'takes the webhook, and says that this may be that of others':
				'publish second → puts first second, logs ^warn: .*Use one key for all workflows$',
			'unpublishing with one key has the triggers with the other registered again':
				'publish second, unpublish second, renew → starts first, puts first second null first',
			'unpublishing the one that has lost the webhook has the other registered again': `
				publish second, unpublish first, renew → registered second
				unpublish second → registered null`,
			'says so where the other cannot be registered again': `
				publish second
				refuse-second, unpublish second, renew → logs ^error: The service may not deliver ((?!\\.\\.).)*\\. Not yours\\. [A-Z]((?!\\.\\.).)*$`,
			'leaves the webhook of another user as it is':
				'publish foreign, unpublish first → registered null, foreign-receiver foreign',
			'the service is asked again with the next publication, and may tell by then': `
				publish second, unpublish second, key-list own
				publish second → starts first second, registered first`,
		});
	},
);
