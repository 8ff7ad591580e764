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

function answerFromWithin(status: number, text: string): void {
	setup.n8n.intercept = ({ headers }, response) => {
		if (headers['user-agent'] !== 'n8n') return false;
		response.writeHead(status, { location: setup.simulator.url }).end(text);
		return true;
	};
}

describe('where n8n cannot reach its own URL', () => {
	beforeEach(async () => {
		await setup.publish(first);
		setup.n8n.unreachable = true;
	});

	it('a second trigger is refused with the address, and nothing changes', async () => {
		await expect(setup.n8n.publish(second)).rejects.toThrow(
			new RegExp(`cannot reach its own webhook URL at ${setup.n8n.url},.*publish again`),
		);

		expect(await setup.startedByMessage()).toEqual(['first']);
		expect(setup.puts).toEqual(['first']);
		expect(setup.n8n.database.get(second.workflowId) ?? '{}').not.toContain('registration');
	});

	it.each(ANSWERS)('because %s is there, a second trigger is refused', async (_, status, text) => {
		setup.n8n.unreachable = false;
		answerFromWithin(status, text);

		await expect(setup.n8n.publish(second)).rejects.toThrow('cannot reach its own webhook URL');
		expect(setup.puts).toEqual(['first']);
	});

	it('a second trigger can be published once that is mended', async () => {
		await setup.n8n.publish(second).catch(() => undefined);
		setup.n8n.unreachable = false;
		await setup.publish(second);

		expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	});

	it('the only trigger can be unpublished and published again', async () => {
		await setup.n8n.unpublish(first);
		await setup.publish(first);

		expect(setup.puts).toEqual(['first', null, 'first']);
	});

	it('the only trigger receives, and answers 200', async () => {
		expect(await setup.simulator.sendMessage()).toMatchObject({ status: 200 });
	});
});

describe('a test where n8n cannot reach its own URL', () => {
	it.each([first, second])(
		'of $node.name is refused with what to do while a workflow is published, and takes nothing from it',
		async (tested) => {
			await setup.publish(first);
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

	it('receives as long as nothing is published', async () => {
		setup.n8n.unreachable = true;
		await setup.n8n.listen(first);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(first);

		expect(setup.started).toEqual(['first test']);
		expect(setup.receiver).toBeNull();
	});
});

describe('n8n whose own URL cannot be reached any more', () => {
	beforeEach(async () => {
		await setup.publish(first, second);
		setup.n8n.unreachable = true;
	});

	it('has the receiver start its own workflow, and says to the service that others are missing', async () => {
		const delivery = await setup.simulator.sendMessage();

		expect(setup.started).toEqual(['first']);
		expect(delivery).toMatchObject({ status: 503 });
		expect(setup.log).toContainEqual(expect.stringMatching(/^warn: .*workflow id-of-second/));
	});

	it('lets the others have the message when it is delivered again after that is mended', async () => {
		await setup.simulator.sendMessage({ message_id: 'again' });
		setup.n8n.unreachable = false;
		const delivery = await setup.simulator.sendMessage({ message_id: 'again' });

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'second']);
	});
});
