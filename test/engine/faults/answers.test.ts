import { runAt } from './acceleratedClock';
import { leadListsNamed, read, service, taken, write } from './hostile';
import type { Fault } from '../../../dev/simulator';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest
		.requireActual<typeof import('./acceleratedClock')>('./acceleratedClock')
		.acceleratedClockModule(),
);

beforeEach(() => runAt(20));

const campaign = { success: true, campaign: { id: 103, name: 'Summer' } };

describe('a connection that breaks', () => {
	const broken: Array<[string, Fault]> = [
		['before the answer', { kind: 'reset' }],
		['after the request was carried out', { kind: 'resetAfter' }],
		['in the middle of the answer', { kind: 'halfClosed' }],
	];

	it.each(broken)('%s: a read is retried', async (_when, fault) => {
		service.current.plan(fault);

		expect((await read()).json).toMatchObject([{ id: 103 }]);
		expect(taken()).toBe(2);
	});

	it.each(broken)(
		'%s: a write is not, and its error says that it may have been carried out',
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

	it.each(unreadable.slice(0, 3))(
		'%s: a write was carried out all the same',
		async (_what, fault) => {
			service.current.plan({ ...fault, times: 10 });
			const { error, json } = await write();

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ success: true }]);
			expect(taken()).toBe(1);
		},
	);

	it('a page: a write is not sent again, and may have been carried out', async () => {
		service.current.plan({ kind: 'html', times: 10 });
		const { error } = await write();

		expect(error?.message).toMatch(/an HTML page/);
		expect(error?.description).toMatch(/unknown whether the service carried this out/);
		expect(taken()).toBe(1);
	});
});

describe('a content type that does not match', () => {
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
