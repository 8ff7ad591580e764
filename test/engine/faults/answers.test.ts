import type { Fault } from '../../../dev/simulator';
import { service } from '../api/support';
import { runAt } from './acceleratedClock';
import { read, taken, write } from './hostile';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./acceleratedClock'));

beforeEach(() => runAt(20));

describe('an answer to a write that cannot be read', () => {
	it.each<[string, Fault]>([
		['JSON that is cut', { kind: 'truncated' }],
		['no JSON', { kind: 'notJson' }],
		['nothing', { kind: 'empty' }],
	])('%s: it was carried out all the same', async (_what, fault) => {
		service.current.plan({ ...fault, times: 10 });
		const { error, json } = await write();

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ success: true }]);
		expect(taken()).toBe(1);
	});

	it('a page: it is not sent again, and may have been carried out', async () => {
		service.current.plan({ kind: 'html', times: 10 });
		const { error } = await write();

		expect(error?.message).toMatch(/an HTML page/);
		expect(error?.description).toMatch(/unknown whether the service carried this out/);
		expect(taken()).toBe(1);
	});
});

describe('a content type that does not match', () => {
	const campaign = { success: true, campaign: { id: 103, name: 'Summer' } };
	const types = ['text/plain', 'text/html', 'application/octet-stream', 'image/png', 'x'];

	it.each([...types, 'text/csv; charset=latin1'])('%s: JSON is JSON', async (contentType) => {
		service.current.plan({ status: 200, body: campaign, contentType });

		expect((await read()).json).toEqual([campaign.campaign]);
	});

	it('a page that calls itself JSON is a page', async () => {
		const body = '<!doctype html><title>Sign in</title>';
		service.current.plan({ status: 200, body, contentType: 'application/json', times: 10 });

		expect((await read()).error?.message).toMatch(/an HTML page.*"Sign in"/);
	});
});
