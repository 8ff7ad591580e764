import { runAt } from './fastTime';
import { leadListsNamed, read, service, taken, write } from './hostile';
import type { Fault } from '../../../dev/simulator';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./fastTime')>('./fastTime').fastClockModule(),
);

beforeEach(() => runAt(20));

const campaign = { success: true, campaign: { id: 103, name: 'Summer' } };

describe('a connection that breaks', () => {
	const broken: Array<[string, Fault]> = [
		['before the answer', { kind: 'reset' }],
		['after the request was carried out', { kind: 'resetAfter' }],
		['in the middle of the answer', { kind: 'halfClosed' }],
	];

	it.each(broken)('%s: a read asks again', async (_when, fault) => {
		service.current.plan(fault);

		expect((await read()).json).toMatchObject([{ id: 103 }]);
		expect(taken()).toBe(2);
	});

	it.each(broken)(
		'%s: a write does not, and says that it may have happened',
		async (_when, fault) => {
			service.current.plan({ ...fault, times: 10 });
			const { error } = await write();

			expect(error?.description).toMatch(/unknown whether the service carried this out/);
			expect(taken()).toBe(1);
			expect(leadListsNamed('Trade fair')).toBeLessThanOrEqual(1);
		},
	);
});

describe('an answer that cannot be read', () => {
	const unreadable: Array<[string, Fault, RegExp]> = [
		['JSON that is cut', { kind: 'truncated' }, /not valid JSON/],
		['no JSON', { kind: 'notJson' }, /not valid JSON/],
		['nothing', { kind: 'empty' }, /an empty answer/],
		['a page', { kind: 'html' }, /an HTML page/],
	];

	it.each(unreadable)('%s: an error that says so', async (_what, fault, words) => {
		service.current.plan({ ...fault, times: 10 });

		expect((await read()).error?.message).toMatch(words);
	});

	it.each(unreadable)('%s: a write is not sent again', async (_what, fault, words) => {
		service.current.plan({ ...fault, times: 10 });
		const { error } = await write();

		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(
			/accepted the request, and only its answer could not be read/,
		);
		expect(taken()).toBe(1);
	});
});

describe('a content type that does not fit', () => {
	it.each(['text/plain', 'text/csv; charset=latin1', 'application/octet-stream', 'image/png', 'x'])(
		'%s: JSON is JSON',
		async (contentType) => {
			service.current.plan({ status: 200, body: campaign, contentType });

			expect((await read()).json).toEqual([campaign.campaign]);
		},
	);

	it('JSON that calls itself a page is JSON', async () => {
		service.current.plan({ status: 200, body: campaign, contentType: 'text/html' });

		expect((await read()).json).toEqual([campaign.campaign]);
	});

	it('a page that calls itself JSON is a page', async () => {
		const body = '<!doctype html><title>Sign in</title>';
		service.current.plan({ status: 200, body, contentType: 'application/json', times: 10 });

		expect((await read()).error?.message).toMatch(/an HTML page.*"Sign in"/);
	});
});
