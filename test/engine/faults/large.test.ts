import { process, v8, vm } from '../../../dev/platform';
import { leadListsNamed, read, service, taken, write } from './hostile';

const MEGABYTE = 1_000_000;
const LARGE = 50 * MEGABYTE;
/** Its bytes, the text that they make, and what is read from it may all be there at once; not more. */
const MEMORY_BOUND = 8 * LARGE;
/** What several runs may leave behind: less than one such answer. */
const LEFT_BOUND = LARGE / 2;

const large = () => service.current.plan({ kind: 'large', bytes: LARGE });

beforeAll(() => v8.setFlagsFromString('--expose-gc'));

/** What is held, once nothing more can be collected. */
function held(): number {
	vm.runInNewContext('gc()');
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

describe('an answer of 50 MB', () => {
	it('ends a read in an error or an item, and does not take memory without bounds', async () => {
		const before = process.memoryUsage().rss;
		large();
		const { run } = await read();

		expect(['success', 'error']).toContain(run.status);
		expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BOUND);
	});

	it('to a write sends it once', async () => {
		large();
		await write();

		expect(taken()).toBe(1);
		expect(leadListsNamed('Trade fair')).toBeLessThanOrEqual(1);
	});

	it('leaves nothing behind, however often it comes', async () => {
		large();
		await read();
		const after = held();
		for (let time = 0; time < 4; time++) {
			large();
			await read();
		}

		expect(held() - after).toBeLessThan(LEFT_BOUND);
	});
});
