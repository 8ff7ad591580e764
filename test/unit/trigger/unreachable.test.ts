import type { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { first, second, useSetup } from './support';

const setup = useSetup([first, second]);

/** Responses of n8n's own URL from within n8n, where it leads to something else. */
const ANSWERS: Array<[string, number, string]> = [
	['a page with status 404', 404, '<h1>Not Found</h1>'],
	['JSON with status 404 that is not of n8n', 404, '{"error":"Not Found"}'],
	['a page with status 200', 200, '<h1>Sign in</h1>'],
	['an error', 502, 'Bad Gateway'],
	['a redirect', 302, ''],
];

describe('where n8n cannot reach its own URL', () => {
	beforeEach(async () => await setup.publish(first));

	it('a second trigger is refused with the address, and nothing changes', async () => {
		setup.n8n.unreachable = true;
		await expect(setup.n8n.publish(second)).rejects.toThrow(
			new RegExp(`cannot reach its own webhook URL at ${setup.n8n.url},.*publish again`),
		);

		expect(await setup.startedByMessage()).toEqual(['first']);
		expect(setup.puts).toEqual(['first']);
		expect(setup.n8n.database.get(second.workflowId) ?? '{}').not.toContain('registration');
	});

	it.each(ANSWERS)('because %s is there, a second trigger is refused', async (_, status, text) => {
		const isFromWithin = ({ headers }: http.IncomingMessage) => headers['user-agent'] === 'n8n';
		setup.n8n.answerInstead(isFromWithin, (response) => {
			response.writeHead(status, { location: setup.simulator.url }).end(text);
		});

		await expect(setup.n8n.publish(second)).rejects.toThrow('cannot reach its own webhook URL');
		expect(setup.puts).toEqual(['first']);
	});

	it.each([first, second])(
		'a test of $node.name is refused with what to do, and takes nothing from what is published',
		async (tested) => {
			setup.n8n.unreachable = true;
			await expect(setup.n8n.listen(tested)).rejects.toThrow(
				new RegExp(
					`cannot reach its own webhook URL at ${setup.n8n.url},.*or unpublish all workflows of this API key while you test$`,
				),
			);

			expect(await setup.startedByMessage()).toEqual(['first']);
			expect(setup.puts).toEqual(['first']);
		},
	);

	it('a second trigger is refused as well when n8n has forgotten which one the service delivers to', async () => {
		await setup.publish(second);
		setup.n8n.unreachable = true;
		await setup.n8n.unpublish(first);
		await setup.restart();
		await expect(setup.n8n.publish(first)).rejects.toThrow('cannot reach its own webhook URL');

		expect(await setup.startedByMessage()).toEqual(['second']);
		expect(setup.puts).toEqual(['first', 'second']);
	});

	it('any more, the receiver starts its own workflow, and the service is told that others are missing', async () => {
		await setup.publish(second);
		setup.n8n.unreachable = true;
		const delivery = await setup.ending('limits', setup.simulator.sendMessage());

		expect(setup.started).toEqual(['first']);
		expect(delivery).toMatchObject({ status: 503 });
		const logged = () => setup.log.find((line) => /^warn: .*workflow id-of-second/.test(line));
		expect(await setup.ending('retries', until('the log', logged))).toContain('takes no messages');
	});
});
