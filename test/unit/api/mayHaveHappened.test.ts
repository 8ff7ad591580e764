import { classify } from '../../../nodes/shared/api/errors/classify';
import { toNodeError } from '../../../nodes/shared/api/errors/problem';
import { mayHaveHappened } from '../../../nodes/shared/api/webhook';
import { response, asked, failure, HTML } from './problems';
import { node } from './support';

/** As the trigger registers: the request may be repeated. */
const registration = asked({ method: 'PUT', format: 'any', idempotent: true });

/** The error of a registration with this outcome. */
function errorAfter(outcome: Parameters<typeof classify>[0]) {
	const verdict = classify(outcome, registration);
	if (verdict.ok) throw new Error('It succeeded');
	return toNodeError(node, verdict.problem);
}

it.each([
	response(200, { success: false }),
	response(200, { success: false, error: 'This URL is not reachable' }),
	response(201, { error: 'This URL is not reachable' }),
	response(202, { success: false, message: 'Webhooks are not part of your plan' }),
	response(400, { webhook_url: ['Enter a valid URL.'] }),
	response(401, {}),
	response(429, {}),
	response(500, {}),
	response(503, { error: 'Down' }),
	failure('ECONNREFUSED'),
])('a registration that is refused has not happened: %j', (outcome) => {
	expect(mayHaveHappened(errorAfter(outcome))).toBe(false);
});

it.each([
	response(200, HTML),
	response(408, ''),
	response(502, HTML),
	response(504, { error: 'Too slow' }),
	failure('ECONNRESET'),
	failure('TIMEOUT'),
])('a registration whose response is lost may have happened: %j', (outcome) => {
	expect(mayHaveHappened(errorAfter(outcome))).toBe(true);
});

it('what is no error of a request has not happened', () => {
	expect([undefined, null, 'text', new Error('x')].map(mayHaveHappened)).toEqual([
		false,
		false,
		false,
		false,
	]);
});
