import { isCommand } from './deliveries';
import { triggerNode } from './triggerNode';
import { scenarios } from './scenarios';
import { first, second, useSetup } from './support';

const third = triggerNode('third', { messagesFrom: 'everyone' });
const ofCampaign = triggerNode('campaign', { campaignIds: [7] });
const open = triggerNode('open', { options: { verifyDeliveries: false } });
const one = triggerNode('one', {}, { workflow: 'two' });
const other = triggerNode('other', {}, { workflow: 'two' });

const setup = useSetup([first, second, third, ofCampaign, open, one, other]);

const { given, tests } = scenarios(setup, {
	'own-message': async () => {
		await setup.simulator.sendMessage({ sent_by_lead: false });
		await setup.untilForwarded();
	},
	/** How many secrets the registered URL and the others' own URLs have. */
	secrets: ({ words }) => {
		const urls = [setup.simulator.webhookUrl, ...setup.n8n.requests.map(({ url }) => url)];
		const found = urls.flatMap((url) => /secret=([\w-]+)/.exec(url ?? '')?.[1] ?? []);
		expect(new Set(found).size).toBe(Number(words));
	},
});

describe('several published triggers of one key', () => {
	tests({
		'each get every message once, and only the first is registered':
			'publish first second third → starts first second third, puts first',
		'have secrets of their own': 'publish first second third, message → secrets 3',
		'may verify deliveries or not': 'publish open first → starts first open, secrets 1',
		'have filters of their own, be it that of the receiver': `
			publish campaign third, message-in 7 → started campaign third
			message-in 8 → started third
			own-message → started third`,
		'have filters of their own, be it that of another': `
			publish third campaign, message-in 7 → started campaign third
			message-in 8 → started third
			own-message → started third`,
		'may be in one workflow': `
			publish one, message → started two two, puts one
			unpublish one → registered null`,
	});

	it('leave nothing behind when all are unpublished while a round is under way', async () => {
		const all = [one, first];
		await setup.publish(...all);
		const unpublishing: Promise<void>[] = [];
		setup.n8n.intercept = (request) => {
			const isFirst = isCommand(request) && unpublishing.length === 0;
			if (isFirst) unpublishing.push(...all.map(async (each) => await setup.n8n.unpublish(each)));
			return false;
		};
		await setup.renew();
		await Promise.all(unpublishing);

		expect(unpublishing).toHaveLength(2);
		expect(setup.registered).toBeNull();
	});
});

tests({
	'unpublishing tells the receiver, so that nobody asks for what is gone for long': `
		publish first second, unpublish second, renew, later
		message → asked 1`,
});

describe('where other processes than the one that publishes take deliveries', () => {
	given('webhook-process');

	tests({
		'each process knows who listens': `
			publish first second → starts first second
			webhook-process → starts first second`,
		'those that are left get every message when the receiver leaves': `
			publish first second third, unpublish first
			webhook-process → starts second third, puts first second`,
		'a test gets messages beside the published ones, and these get them while no process that publishes runs': `
			publish first second, listen first, message, end first → started first first test second
			follow → starts first second, puts first`,
		// n8n overwrites the list that the receiver got meanwhile, since both triggers are in the same workflow.
		'two triggers of one workflow both get every message from the next renewal on':
			'publish one, renew, webhook-process → starts two two',
	});
});
