import { triggerNode } from './triggerNode';
import { first, useSetupWithKeys } from './support';

const second = triggerNode('second', {}, { credential: 'other' });
const third = triggerNode('third', {}, { credential: 'other' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });

const setup = useSetupWithKeys([first, second, third, foreign]);

beforeEach(async () => await setup.publish(first));

const foreignWebhook = () => setup.simulator.webhookUrlOf('stranger');

describe('two keys of one user, which the service tells', () => {
	it('are known as the same after a restart, without asking', async () => {
		await setup.publish(second);
		const before = setup.simulator.requests.length;
		await setup.restart();
		await setup.publish(third);
		await setup.simulator.sendMessage();

		expect(setup.simulator.requests).toHaveLength(before);
		expect(setup.started).toEqual(['first', 'second', 'third']);
	});

	it('asks once for a key, and not while there is only one', async () => {
		const lists = () => setup.simulator.requests.filter(({ method }) => method === 'GET').length;
		expect(lists()).toBe(0);
		await setup.publish(second, third);

		expect(lists()).toBe(1);
	});
});

describe('two keys of two users', () => {
	it('have a webhook each, and leave that of the other alone', async () => {
		await setup.publish(foreign);
		expect(setup.receiver).toBe('first');
		expect(foreignWebhook()).toContain(setup.n8n.productionUrl(foreign));

		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBeNull();
		expect(foreignWebhook()).toContain(setup.n8n.productionUrl(foreign));
		await setup.n8n.unpublish(foreign);
		expect(foreignWebhook()).toBeNull();
	});

	it('do not get the messages of the other', async () => {
		await setup.publish(foreign);
		await setup.simulator.deliver(
			{ event: 'incoming_message', message: { id: 1, sent_by_lead: true } },
			{ user: 'stranger' },
		);

		expect(setup.started).toEqual(['foreign']);
		expect(setup.log).toEqual([]);
	});
});

describe.each(['forbidden', 'missing'] as const)(
	'keys of which the service does not tell whose they are (%s)',
	(apiKeyList) => {
		beforeEach(() => setup.simulator.configure({ apiKeyList }));

		it('takes the webhook, and says that this may be that of others', async () => {
			await setup.publish(second);

			expect(setup.puts).toEqual(['first', 'second']);
			expect(setup.log).toEqual([expect.stringMatching(/^warn: .*use one key for all of them$/)]);
		});

		it('unpublishing with one key has the triggers with the other registered again', async () => {
			await setup.publish(second);
			await setup.n8n.unpublish(second);

			expect(await setup.startedByMessage()).toEqual(['first']);
			expect(setup.puts).toEqual(['first', 'second', null, 'first']);
		});

		it('unpublishing the one that has lost the webhook has the other registered again', async () => {
			await setup.publish(second);
			await setup.n8n.unpublish(first);

			expect(setup.receiver).toBe('second');
			await setup.n8n.unpublish(second);
			expect(setup.receiver).toBeNull();
		});

		it('says so where the other cannot be registered again', async () => {
			await setup.publish(second);
			setup.log.length = 0;
			const body = { error: 'Not yours.' };
			setup.simulator.plan({ method: 'PUT', after: 1, status: 409, body });
			await setup.n8n.unpublish(second);

			expect(setup.log).toEqual([
				expect.stringMatching(/^error: The service does not deliver .*\. Not yours\. [A-Z]/),
			]);
			expect(setup.log[0]).not.toMatch(/\.\./);
		});

		it('leaves the webhook of another user as it is', async () => {
			await setup.publish(foreign);
			await setup.n8n.unpublish(first);

			expect(setup.receiver).toBeNull();
			expect(foreignWebhook()).toContain(setup.n8n.productionUrl(foreign));
		});

		it('the service is asked again with the next publication, and may tell by then', async () => {
			await setup.publish(second);
			await setup.n8n.unpublish(second);
			setup.simulator.configure({ apiKeyList: 'own' });
			await setup.publish(second);

			expect(await setup.startedByMessage()).toEqual(['first', 'second']);
			expect(setup.receiver).toBe('first');
		});
	},
);
