import fc from 'fast-check';
import { classify } from '../../../nodes/shared/api/errors/classify';
import { reportedFailure } from '../../../nodes/shared/api/errors/failures';
import { response, asked } from './problems';

/** A deletion, whose output has no field that an error could stand beside. */
const deletion = asked({ method: 'DELETE', format: 'any' });
const addition = asked(
	{
		method: 'POST',
		format: 'any',
		body: { prospect_ids: [5], name: 'Fair' },
		outputFields: ['added_count', 'lead_list', 'remaining_credits'],
	},
	'lead-lists/7/add-leads/',
);

const FAILED: Array<[unknown, string]> = [
	[{ error: 'Cannot delete', code: 'ACTIVE' }, 'Cannot delete'],
	[{ error: 'Cannot delete', request_id: 'r1', status: 400 }, 'Cannot delete'],
	[{ error: 'Too few credits', required_credits: 300, remaining_credits: 12 }, 'Too few credits'],
	[{ success: 'false', message: 'Not now' }, 'Not now'],
	[{ success: 0, error: 'Not now' }, 'Not now'],
	[{ success: false, error: 'Not now', id: 99 }, 'Not now'],
	[[{ error: 'Cannot delete' }], 'Cannot delete'],
	[[{ success: false, error: 'Cannot delete' }], 'Cannot delete'],
	[{ data: { success: false, error: 'Cannot delete' } }, 'Cannot delete'],
	[{ data: { error: 'Cannot delete', code: 'ACTIVE' } }, 'Cannot delete'],
	[{ result: { ok: false, error: 'channel_not_found' } }, 'channel_not_found'],
	[{ error: 'No such list', list: { status: 'x' }, id: 7 }, 'No such list'],
	[{ error: { message: 'No such list', code: 404 } }, 'No such list'],
	[{ errors: ['No such list'], data: null }, 'No such list'],
	[{ status: 'error', message: 'No such list' }, 'No such list'],
	[{ status: 'failure', detail: 'No such list' }, 'No such list'],
	[{ status: 404, message: 'No such list' }, 'No such list'],
	[{ statusCode: '500', message: 'No such list' }, 'No such list'],
	[{ result: 'error', message: 'No such list' }, 'No such list'],
	[{ code: 'ERROR', detail: 'No such list' }, 'No such list'],
	[{ error_description: 'No such list', error_code: 7 }, 'No such list'],
	[{ errors: [{ id: 5, message: 'No such list' }] }, 'No such list'],
	[{ error: 'No such list', details: [{ id: 5 }] }, 'No such list'],
	[{ error: 'Not added', added_count: 0, name: 'Fair', ids: [] }, 'Not added'],
	[{ error: 'Nobody', campaigns: [], id: null, message: ' ' }, 'Nobody'],
	...['False', ' no', '0', 'NO'].map((success): [unknown, string] => [
		{ success, message: 'Not sent' },
		'Not sent',
	]),
	[{ Success: false, Message: 'Not sent' }, 'Not sent'],
	[{ status: 'fail', data: { message: 'Too long' } }, 'Too long'],
	[{ status: 'fail', data: { title: 'Too long' } }, 'Too long'],
	[{ status: 'error', msg: 'Account disconnected' }, 'Account disconnected'],
	[{ error_code: 17, error_msg: 'Account disconnected' }, 'Account disconnected'],
	[{ results: [{ success: false, error: 'Not sent' }] }, 'Not sent'],
	[{ message: '', data: [{ success: false, error: 'Full' }, { success: 'no' }] }, 'Full'],
	[[{ success: false, error: 'Not sent' }, { success: false }], 'Not sent'],
	[{ error: 40013 }, 'error: 40013'],
	[{ error: 1, message: 'Not sent', request_id: 'r1' }, 'Not sent'],
];

it.each(FAILED)('a 2xx with %j failed, in the words of the service', (body, message) => {
	for (const request of [deletion, addition]) {
		expect(classify(response(200, body), request)).toMatchObject({
			ok: false,
			problem: { message },
		});
	}
});

it.each([
	{ success: true, error: 'x' },
	{ success: 'true', error: 'x', data: { error: 'y' } },
	{ error: '', message: 'Done' },
	{ error: null, errors: [], id: 7 },
	{ error: [], success: null },
	{ error: '2 were skipped', added_count: 98 },
	{ error: '2 were skipped', lead_list: { id: 7, name: 'Fair' } },
	{ error: 'partial', results: [{ first_name: 'Zoe' }] },
	{ error: 'partial', chats: [{ id: 1 }] },
	{ id: 99, error: 'Bounced', status: 'failed', message: 'Hi' },
	{ data: { id: 99, error: 'Bounced' } },
	[{ id: 1, error: 'Bounced' }, { error: 'Bounced' }],
	{ results: [{ success: true }, { success: false, error: 'x' }] },
	{ error: 2, opened: 40 },
	{ status: 'error' },
	{ message: 'error' },
	null,
	'error',
	7,
])('a 2xx with %j succeeded', (body) => {
	expect(classify(response(200, body), addition)).toMatchObject({ ok: true, body });
});

it.each([
	{ error: 'In use', id: 'err-12' },
	{ error: 'In use', used_by: [{ id: 5 }] },
	{ error: 'In use', data: { id: 5 } },
])('a deletion gives no IDs, so that %j failed', (body) => {
	expect(classify(response(200, body), deletion)).toMatchObject({
		ok: false,
		problem: { message: 'In use' },
	});
});

it.each([
	{ id: 7, name: 'Fair', status: 'failed', message: 'Sending stopped' },
	{ id: 7, name: 'Fair', error: 'Mailbox disconnected' },
	{ id: 7, name: 'Fair', errorMessage: 'Mailbox disconnected' },
	{ sent: 40, errors: 2 },
	{ sent: 40, opened: 20, error: 2 },
	{ SENT: 40, ERROR: 2 },
	{ code: 200, message: 'Done' },
	{ status: 'PAUSED', message: 'Paused' },
	[{ prospect_id: 5001, error: 'Bounced' }],
	[{ prospect_id: 5001, success: false, error: 'Bounced' }],
])('an object that is read may have an error of its own: %j', (body) => {
	const reading = asked({ method: 'GET', outputFields: ['id', 'name', 'status'] }, 'lead-lists/7/');
	expect(classify(response(200, body), reading)).toMatchObject({ ok: true, body });
});

const unknownForm = asked({ method: 'GET', format: 'any' }, 'logs/55/');

it.each([
	{ id: 9, method: 'POST', status_code: 400, error: 'Bad name' },
	{ job_id: 7, status: 'failed', message: 'Bad name', imported: 120 },
	{ campaign: { name: 'x' }, errors: ['Bad name'] },
])('a GET of unknown form gives what speaks of a failure, with a hint: %j', (body) => {
	const hint = 'The service sent an error together with this output: Bad name';

	expect(classify(response(200, body), unknownForm)).toMatchObject({ ok: true, body, hint });
	expect(classify(response(200, [body]), unknownForm)).toMatchObject({ ok: true });
});

it.each([
	{ success: false, error: 'Bad name', imported: 120 },
	{ data: { success: false, error: 'Bad name' }, imported: 120 },
	{ error: 'Bad name', request_id: 'r1', status: 400, id: 55 },
	{ status: 'fail', data: { message: 'Bad name' } },
	[{ error: 'Bad name' }],
])('a GET of unknown form failed where it denies success, or says nothing else: %j', (body) => {
	expect(classify(response(200, body), unknownForm)).toMatchObject({
		ok: false,
		problem: { message: 'Bad name' },
	});
});

it('a new key is output with the error beside it, which is a hint without the key', () => {
	const creation = asked({ method: 'POST', format: 'any', outputFields: ['key', 'prefix'] });
	const body = { key: 'abcd.newsecret', prefix: 'abcd', error: 'Not mailed' };
	const hint = 'The service sent an error together with this output: Not mailed';

	expect(classify(response(201, body), creation)).toMatchObject({ ok: true, body, hint });
	expect(classify(response(201, { result: body }), creation)).toMatchObject({ ok: true, hint });
	expect(classify(response(201, { ...body, key: '' }), creation)).toMatchObject({ ok: false });
});

it('a deletion that denies it has failed, unlike another write that speaks of one', () => {
	for (const body of [{ deleted: false, message: 'In use' }, { data: { deleted: 'no' } }]) {
		expect(classify(response(200, body), deletion)).toMatchObject({ ok: false });
		expect(classify(response(200, body), addition)).toMatchObject({ ok: true });
	}
});

it.each([
	'{"success": false, "error": "Account disconnected",}',
	'{"success": "no", "error": "Account discon',
	')]}\',\n{"success":false}',
	'cb({"success": false});',
])('a write may have been carried out where what denies it cannot be read: %s', (text) => {
	expect(classify(response(200, text), addition)).toMatchObject({
		ok: false,
		problem: { uncertain: true, message: expect.stringContaining('not valid JSON') },
	});
});

it('an error beside the ID that was asked for is one all the same', () => {
	const reading = asked({ method: 'GET', outputFields: ['id', 'name', 'status'] }, 'lead-lists/7/');
	const body = { error: 'No such list', id: 7 };
	expect(classify(response(200, body), reading)).toMatchObject({ ok: false });
});

it('only a denial is certain: beside an error alone a write may have been carried out', () => {
	const uncertain = (body: unknown, status = 200) => {
		const verdict = classify(response(status, body), deletion);
		return !verdict.ok && verdict.problem.uncertain === true;
	};

	expect(uncertain({ error: 'Cannot delete', code: 'ACTIVE' })).toBe(true);
	expect(uncertain({ success: 'false', error: 'Cannot delete' })).toBe(false);
	expect(uncertain({ data: { success: false } })).toBe(false);
	expect(uncertain({ success: false, id: 99, added: 0, sent_at: 5, failed: [7] })).toBe(false);
	expect(uncertain({ results: [{ success: false }] })).toBe(false);
	expect(uncertain({ success: false }, 207)).toBe(true);
});

it.each([
	{ success: false, results: [{ success: true }, { success: false }] },
	{ success: false, data: { added_count: 98 } },
	{ success: false, added: 1, failed: [{ id: 7 }] },
	{ success: false, sent_ids: [7] },
	{ success: false, count: 98 },
])('a denial beside a success is one of a part: %j', (body) => {
	const request = { ...addition, outputFields: ['count'] };
	expect(classify(response(200, body), request)).toMatchObject({ problem: { uncertain: true } });
});

it('a failure is found in whatever JSON comes', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const failure = reportedFailure(body, addition);
			expect(failure === undefined || typeof failure === 'object').toBe(true);
		}),
	);
});
