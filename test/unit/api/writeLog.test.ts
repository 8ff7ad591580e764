import type { Verdict } from '../../../nodes/shared/api/errors/problem';
import { WriteLog } from '../../../nodes/shared/api/http/writeLog';

const taken = (body: string): Verdict => ({ ok: true, status: 200, headers: {}, body });
const failed = (message: string, uncertain?: boolean): Verdict => ({
	ok: false,
	problem: { message, advice: [], uncertain },
});

/** Executes a unit with these writes; returns their verdicts, and which were sent. */
async function attempt(log: WriteLog, verdicts: Verdict[]) {
	log.rewind();
	const sent: Verdict[] = [];
	const results: Verdict[] = [];
	for (const verdict of verdicts) {
		const send = async () => (sent.push(verdict), await Promise.resolve(verdict));
		results.push(await log.once(send));
	}
	return { sent, results };
}

describe('the writes of a unit that is done again', () => {
	const [first, second] = [taken('first'), taken('second')];

	it('are sent only from the one on that was rejected', async () => {
		const log = new WriteLog();
		await attempt(log, [first, failed('rejected')]);
		const again = await attempt(log, [taken('never'), second]);

		expect(again).toEqual({ sent: [second], results: [first, second] });
	});

	it('are not sent where they may have been carried out', async () => {
		const log = new WriteLog();
		const lost = failed('lost', true);
		await attempt(log, [first, lost]);
		const again = await attempt(log, [first, second]);

		expect(again).toEqual({ sent: [], results: [first, lost] });
	});

	it('are each sent once when they go side by side', async () => {
		const log = new WriteLog();
		const send = (verdict: Verdict) => async () => await Promise.resolve(verdict);
		await Promise.all([log.once(send(first)), log.once(send(second))]);
		const again = await attempt(log, [taken('never'), taken('never')]);

		expect(again).toEqual({ sent: [], results: [first, second] });
	});
});
