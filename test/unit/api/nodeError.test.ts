import { toNodeError } from '../../../nodes/shared/api/errors/nodeError';
import { node } from './support';

describe('the error that n8n shows', () => {
	const error = (message: string, httpCode?: string) =>
		toNodeError(node, { message, advice: ['Do this.', 'Then that'], httpCode }, 4);

	it('has the message, the advice, the code and the index of the item', () => {
		expect(error('Campaign not found', '404')).toMatchObject({
			name: 'NodeApiError',
			message: 'Campaign not found',
			description: 'Do this. Then that',
			httpCode: '404',
			context: { itemIndex: 4 },
		});
	});

	it.each(['There is a preexisting lead', 'ENOENT', 'ETIMEDOUT at step 7', 'See GETADDRINFO'])(
		"keeps the service's words where n8n would put its own: %s",
		(words) => {
			expect(error(words, '400').message).toBe(words);
		},
	);

	it.each(['ECONNREFUSED', 'ENOTFOUND', '500', '429'])(
		'keeps its words with the code %s',
		(code) => {
			expect(error('In our words', code)).toMatchObject({
				message: 'In our words',
				httpCode: code,
			});
		},
	);

	it('carries nothing of the request', () => {
		const text = JSON.stringify(error('Oops', '500'));

		expect(text).not.toMatch(/header|x-api-key|config|stack/i);
	});
});
