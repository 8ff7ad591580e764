import type { http } from '../../../dev/platform';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

/** Responses of n8n's own URL from within n8n, where it leads to something else. */
const RESPONSES: Array<[string, number, string]> = [
	['a page with status 404', 404, '<h1>Not Found</h1>'],
	['JSON with status 404 that is not of n8n', 404, '{"error":"Not Found"}'],
	['a page with status 200', 200, '<h1>Sign in</h1>'],
	['JSON of something else', 200, '{"status":"done"}'],
	['an error', 502, 'Bad Gateway'],
	['a redirect', 302, ''],
];

const play = new Scenario(setup);

const UNREACHABLE = String.raw`n8n cannot reach its own webhook URL at http://127\.0\.0\.1:\d+.*`;
const TEST_REFUSED = `${UNREACHABLE}or unpublish all workflows of this API key while you test$`;

describe('where n8n cannot reach its own URL', () => {
	beforeEach(async () => {
		await play.publish(first);
	});

	it('a second trigger is refused with the address, and nothing changes', async () => {
		play.cut();
		await expect(play.publish(second)).rejects.toThrow(new RegExp(`${UNREACHABLE}publish again`));
		play.mark();
		await play.message();
		play.expectStarted('first');
		play.expectPuts('first');
		play.expectUnrecorded(second);
	});

	it('a test of the published workflow is refused with what to do, and takes nothing from it', async () => {
		play.cut();
		await expect(play.listen(first)).rejects.toThrow(new RegExp(TEST_REFUSED));
		play.mark();
		await play.message();
		play.expectStarted('first');
		play.expectPuts('first');
	});

	it('a second trigger is refused as well when n8n has forgotten which one the service delivers to', async () => {
		await play.publish(second);
		play.cut();
		await play.unpublish(first);
		await play.restart();
		await expect(play.publish(first)).rejects.toThrow(new RegExp(UNREACHABLE));
		play.mark();
		await play.message();
		play.expectStarted('second');
		play.expectPuts('first second');
	});

	describe.each(RESPONSES)('because %s is there', (_, status, text) => {
		beforeEach(async () => {
			await play.publish(second);
		});
		beforeEach(() => {
			const isFromWithin = ({ headers }: http.IncomingMessage) => headers['user-agent'] === 'n8n';
			setup.n8n.respondInstead(isFromWithin, (response) => {
				response.writeHead(status, { location: setup.simulator.url }).end(text);
			});
		});

		it('another trigger is refused, with the reason', async () => {
			await expect(play.publish(third)).rejects.toThrow(
				new RegExp(`${UNREACHABLE}it responds with ${status}`),
			);
			play.expectPuts('first');
		});
	});

	it('any more, the registered one starts its own workflow, and the log says why the others wait', async () => {
		await play.publish(second);
		play.cut();
		const delivery = await setup.simulator.sendMessage();
		await setup.untilForwarded();

		expect(setup.started).toEqual(['first']);
		expect(delivery).toMatchObject({ status: 200 });
		expect(setup.log.join()).toMatch(/Messages for workflow id-of-second .*wait: /);
	});
});
