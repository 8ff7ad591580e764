/** Fails tests that cause an uncaught error or an unhandled rejection. */
import { vm, wait, type process } from '../../../dev/platform';

/** Jest gives tests a copy of `process`, which never emits its events. */
const realProcess = vm.runInThisContext('process') as typeof process;

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

/** An abandoned request may still fail within this time. */
const GRACE_MS = 250;

/**
 * Fails the tests of a file in which an error went uncaught, on which n8n itself might end.
 *
 * Jest fails the one test that such an error belongs to, but has stopped listening when it comes
 * after the last test of the file: so this waits for it.
 */
export function guardAgainstUncaught(): void {
	const uncaught: unknown[] = [];
	const note = (error: unknown) => void uncaught.push(error);
	const expectNone = () => expect(uncaught.splice(0)).toEqual([]);
	beforeAll(() => EVENTS.forEach((event) => realProcess.on(event, note)));
	afterEach(expectNone);
	afterAll(async () => {
		await wait(GRACE_MS);
		EVENTS.forEach((event) => realProcess.off(event, note));
		expectNone();
	});
}
