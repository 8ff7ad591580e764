import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const { given, tests } = scenarios(setup, {
	/** How long it is until the next reconciliation, in seconds. */
	next: ({ words }) =>
		expect(
			setup
				.waitsOf('reconcile')
				.map(({ ms }) => ms / 1_000)
				.at(0) ?? 'never',
		).toBe(words === 'never' ? words : Number(words)),
	'lose-list': () =>
		setup.n8n.database.set(
			first.workflowId,
			setup.n8n.database.get(first.workflowId)?.replace('"listeners"', '"lost"') ?? '',
		),
});

given('publish first');

describe('what a receiver knows of the others', () => {
	tests({
		'is renewed soon after the start, and then every minute': 'renew → next 60',
		'is renewed again soon after another trigger has started': `
			renew
			publish second third → next 5
			renew → commanded first`,
		'is whole again after an execution has written older static data back': `
			remember first, publish second, write-back first, webhook-process → starts first
			renew, webhook-process → starts first second`,
		'is not lost for the process that was told, whatever an execution writes back':
			'webhook-process, remember first, publish second, write-back first → starts first second',
		'is renewed for the receiver alone, once': `
			publish second third
			renew → commanded first`,
		'is not renewed again where nobody else listens': `
			renew
			renew → asked 0`,
		'is not renewed by a process that leads no more': `
			publish second, close first second, renew
			renew → asked 0`,
		'is renewed by a process that has taken over':
			'publish second, lose-list, restart, renew, follow → starts first second',
	});
});

describe('a receiver that is gone without being unpublished', () => {
	given('publish second third, vanish first');

	tests({
		'is replaced by the first that is not gone as well': 'vanish second, renew → puts first third',
		'is replaced later where the service refuses, which is logged': `
			refuse, renew → registered first, logs ^error: .*Not yours
			renew → starts second third, registered second`,
		'is left alone while n8n cannot reach its own URL': 'cut, renew → registered first',
	});
});

describe('renewing', () => {
	tests({
		'tells nobody from a copy of the n8n under another address': `
			publish second, move http://copy.localhost:5678, restart
			renew → asked 0`,
		'ends with the last trigger, and begins again with the next one': `
			unpublish first, renew, later, renew, renew → next never
			publish first → next 5`,
		'goes on with another trigger when the first one published is gone': `
			publish second third, unpublish first
			renew → commanded second`,
	});
});
