import { CREDENTIAL_TYPE } from '../../dev/n8n/ownNodes';
import type { Fault } from '../../dev/simulator/faults';
import { setStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

// n8n asks once more when its first request is answered with 401.
it.each<[string, string, number[], Record<string, unknown>, Fault[]]>([
	['accepts the right key', 'OK', [200], {}, []],
	['refuses a wrong key', 'Error', [401, 401], { apiKey: 'wrong.key' }, []],
	['refuses half a key, which the service never sees', 'Error', [], { apiKey: 'half' }, []],
	['takes no page of HTML for a success', 'Error', [200], {}, [{ kind: 'html' }]],
])('the credential test %s', async (_what, status, statuses, values, faults) => {
	const { simulator } = stage;
	simulator.reset();
	simulator.plan(...faults);
	const data = {
		baseUrl: simulator.url,
		apiKey: simulator.apiKey,
		requestsPerMinute: 50,
		...values,
	};

	expect(await stage.client.testCredential(CREDENTIAL_TYPE, data)).toMatchObject({ status });
	expect(simulator.requests.map((request) => request.status)).toEqual(statuses);
});
