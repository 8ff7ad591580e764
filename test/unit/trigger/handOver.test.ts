import type { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { isCommand, isFor } from './deliveries';
import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const isForSecond = (request: http.IncomingMessage) => isCommand(request) && isFor(second)(request);

const { given, play, tests } = scenarios(setup);

given('publish first second third');

describe('when the receiver leaves', () => {
	tests({
		'one that is gone as well is passed over': 'vanish second, unpublish first → puts first third',
		'null is left when all others are gone as well':
			'vanish second third, unpublish first → puts first null',
		"the log has the service's words where it refuses, and the next round makes up for it": `
			refuse, unpublish first → registered first, logs ^error: .*Not yours\\.
			renew → starts second third, registered second`,
		'another one is registered again where that has failed before n8n was restarted': `
			refuse, unpublish first, restart
			renew, renew → starts second third, registered second`,
	});

	it('the next one is registered even when its answer is lost', async () => {
		setup.n8n.intercept = (request, response) => {
			if (isForSecond(request)) response.end = () => response.destroy();
			return false;
		};
		await play('unpublish first → registered second');
	});
});

it('n8n killed after the PUT of the next one, before its response, leaves those that are left working', async () => {
	let hasArrived = false;
	setup.n8n.intercept = (request, response) => {
		if (!isForSecond(request)) return false;
		response.end = () => {
			hasArrived = true;
			return response;
		};
		return false;
	};
	void setup.n8n.unpublish(first).catch(() => undefined);
	await until('the list of the next one', () => hasArrived || undefined);
	setup.process.deadlines
		.filter(({ ms }) => ms === 5_000)
		.at(-1)
		?.end();
	await until('the registration', () => setup.registered === 'second' || undefined);
	setup.n8n.intercept = undefined;
	const stored = () => setup.n8n.database.get(second.workflowId)?.includes('registeredAt');
	await until('what n8n stores of it', () => stored() || undefined);
	await play(`
		restart → starts second third
		unpublish second third → puts first second third null`);
});

tests({
	'one whose workflow n8n could not look up just now stays': `
		stumble first, renew, later, renew
		renew → starts first second third`,
});

describe('a receiver that is gone without being unpublished', () => {
	given('vanish first');

	tests({
		'is replaced as soon as another one leaves, before that is published again':
			'unpublish third, publish third → starts second third, puts first second',
		'is not asked again when it is published itself':
			'publish first → starts first second third, registered first',
	});
});

tests({
	'one that leaves late does not bring back those that its list still names': `
		unpublish first, remember second, vanish second, unpublish third → registered null
		write-back second, reappear second, cut, unpublish second → registered null`,
	'a trigger that n8n still takes for published is no reason not to publish another one':
		'cut, unpublish first, restart, mend, vanish second, publish first → starts first third',
});
