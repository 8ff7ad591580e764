import { wait } from '../../../dev/platform';
import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const { given, tests } = scenarios(setup, {
	turn: async () => await wait(5),
	/** n8n waits no longer. */
	'give-up': () => setup.limitsOf('unpublish').forEach(({ end }) => end()),
});

describe('in the first moments of a process, before n8n has started what is published', () => {
	given('publish second, restart second, young');

	tests({
		'a workflow that n8n goes on publishing waits for the registered one, and joins it':
			'begin publish first, turn, start second, old, done → starts first second, puts second',
		'a test waits for it as well': `
			begin listen first, turn, start second, old, done
			message, end first → started first test second, puts second`,
		'a workflow is registered where nobody turns out to be published':
			'vanish second, begin publish first, turn, old, done → registered first',
		'nobody disables the webhook, and n8n waits for twenty seconds': `
			begin unpublish second, turn, give-up, done → registered second
			old → registered null`,
	});
});

describe('a trigger that was never registered itself', () => {
	given('publish second first, restart second, renew, renew → puts second');

	tests({
		'does not take the webhook from one that n8n starts long after it':
			'start second, renew → starts first second, puts second',
		'takes it when nobody else has started within two minutes':
			'vanish second, renew, later, renew → registered first',
		'leaves it to one that n8n starts late when it is unpublished':
			'unpublish first, start second, renew → starts second, puts second',
		'is registered when a workflow is published, which waits for nobody':
			'vanish second, publish third → starts first third, registered first',
	});
});

tests({
	'the last one that leaves after n8n has started it disables the webhook':
		'publish first, restart, renew, unpublish first → registered null',
	'the last one disables the webhook where the other one was unpublished before the restart, and n8n did not reach its own URLs':
		'publish first second, cut, unpublish second, restart, unpublish first → puts first null',
});
