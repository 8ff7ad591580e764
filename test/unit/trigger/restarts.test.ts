import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
const { given, tests } = scenarios(setup, {
	'check-webhooks': () => setup.n8n.checkWebhooks(),
	/** Another main process leads from now on; this one goes on taking deliveries. */
	'take-over': async () => {
		for (const trigger of [first, second, third]) await setup.n8n.closeTrigger(trigger);
		setup.useWebhookProcess(setup.process);
		await setup.restart();
	},
});

given('publish second');

tests({
	'nothing is registered anew where n8n takes its time with the start': `
		restart second, start-late second → puts second
		publish first, unpublish second, publish second → starts first second, puts second first`,
	'the webhook is registered again after a test has disabled it before n8n had started anything': `
		restart second, listen first, stop first → registered null
		start second, renew, renew → registered second`,
	'a message reaches the others while n8n has started them and not yet the receiver':
		'publish first, restart second → starts first second',
	'an update of the package while n8n runs leaves the webhook to what is published':
		'update, publish first, listen third, stop third → starts first second, puts second',
});

describe('after a restart, of several', () => {
	tests({
		'one that was unpublished while n8n was killed holds an answer up for seconds only':
			'publish first third, vanish third, restart → starts first second',
		'the one that was registered last is the receiver, in whatever order they start': `
			publish first, unpublish second, publish second, restart
			unpublish second → puts second first
			unpublish first → registered null`,
		'one that was not registered waits two minutes for one that may have been, and then disables the webhook':
			'publish first, vanish second, restart, unpublish first, later, renew → registered null',
	});
});

describe('while n8n has started the receiver and not yet the others', () => {
	given('publish first, restart first');

	tests({
		'the others get every message, whatever list the receiver gets':
			'renew, webhook-process → starts first second',
		'one of them gets the webhook when n8n starts it, where the registered one has left': `
			unpublish second → puts second null
			start first, renew → registered first
			unpublish first → registered null`,
		'one that n8n does not start is taken for gone by the next renewal': `
			vanish first, renew, later
			message → started second, asked 1`,
		'a copy of the n8n under another address asks none of them': `
			move http://copy.localhost:5678, restart first
			renew → asked 0`,
	});
});

describe('while n8n has started none of several, and goes on with one that it was unpublishing', () => {
	given('publish first, restart first second');

	tests({
		'another one gets the webhook when that is the receiver':
			'unpublish second, start first, renew → starts first, puts second null first',
		'the receiver keeps the webhook when that is another one':
			'unpublish first, start second → starts second, puts second',
	});
});

describe('a process that has started no triggers', () => {
	given('follow');

	tests({
		'disables the webhook when the last one that it knows leaves':
			'unpublish second → registered null',
		'does not know after a test who had the webhook': 'listen first, stop first → registered null',
		'knows what is published where its n8n asks whether the webhooks stand':
			'check-webhooks, listen first, stop first → puts second',
		'passes messages on to new versions after another one has taken over':
			'restart, publish first, take-over, unpublish first, publish first → starts first second',
		'is notified by n8n when it takes over':
			'restart, listen first, stop first → puts second, logs nothing',
	});
});
