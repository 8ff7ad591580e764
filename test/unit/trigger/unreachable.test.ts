import type { http } from '../../../dev/platform';
import { scenarios } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

/** Responses of n8n's own URL from within n8n, where it leads to something else. */
const ANSWERS: Array<[string, number, string]> = [
	['a page with status 404', 404, '<h1>Not Found</h1>'],
	['JSON with status 404 that is not of n8n', 404, '{"error":"Not Found"}'],
	['a page with status 200', 200, '<h1>Sign in</h1>'],
	['JSON of something else', 200, '{"status":"done"}'],
	['an error', 502, 'Bad Gateway'],
	['a redirect', 302, ''],
];

const { given, play, tests } = scenarios(setup);

const UNREACHABLE = String.raw`n8n cannot reach its own webhook URL at http://127\.0\.0\.1:\d+.*`;
const TEST_REFUSED = `${UNREACHABLE}or unpublish all workflows of this API key while you test$`;

describe('where n8n cannot reach its own URL', () => {
	given('publish first');

	tests({
		'a second trigger is refused with the address, and nothing changes': `
			cut, publish second fails ${UNREACHABLE}publish again
			message → started first, puts first, unrecorded second`,
		'a test of the published workflow is refused with what to do, and takes nothing from it': `
			cut, listen first fails ${TEST_REFUSED}
			message → started first, puts first`,
		'a test of another one is refused as well': `
			cut, listen second fails ${TEST_REFUSED}
			message → started first, puts first`,
		'a second trigger is refused as well when n8n has forgotten which one the service delivers to': `
			publish second, cut, unpublish first, restart
			publish first fails ${UNREACHABLE}
			message → started second, puts first second`,
	});

	describe.each(ANSWERS)('because %s is there', (_, status, text) => {
		given('publish second');
		beforeEach(() => {
			const isFromWithin = ({ headers }: http.IncomingMessage) => headers['user-agent'] === 'n8n';
			setup.n8n.answerInstead(isFromWithin, (response) => {
				response.writeHead(status, { location: setup.simulator.url }).end(text);
			});
		});

		tests({
			'another trigger is refused, with the reason': `publish third fails ${UNREACHABLE}it answers ${status} → puts first`,
			'the next one is registered when the receiver leaves': 'unpublish first → puts first second',
		});
	});

	it('any more, the registered one starts its own workflow, and the log says why the others wait', async () => {
		await play('publish second, cut');
		const delivery = await setup.simulator.sendMessage();
		await setup.untilForwarded();

		expect(setup.started).toEqual(['first']);
		expect(delivery).toMatchObject({ status: 200 });
		expect(setup.log.join()).toMatch(/Messages for workflow id-of-second .*wait: /);
	});
});
