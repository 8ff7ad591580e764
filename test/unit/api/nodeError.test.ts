import { toNodeError } from '../../../nodes/shared/api/errors/problem';
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

	it.each([
		['There is a preexisting lead', '400'],
		['ENOENT', '400'],
		['ETIMEDOUT at step 7', '400'],
		['See GETADDRINFO', '400'],
		['In our words', 'ECONNREFUSED'],
		['In our words', 'ENOTFOUND'],
		['In our words', '500'],
		['In our words', '429'],
	])('keeps the words and the code where n8n would put its own: %s, %s', (message, httpCode) => {
		expect(error(message, httpCode)).toMatchObject({ message, httpCode });
	});

	it('carries nothing of the request', () => {
		const text = JSON.stringify(error('Oops', '500'));

		expect(text).not.toMatch(/header|x-api-key|config|stack/i);
	});
});
