/** A guard for tests of what goes wrong: no error of it may end up where nobody catches it. */
import { vm, wait, type process } from '../../../dev/platform';

/** Jest hands tests a copy, on which the events of the process never happen. */
const realProcess = vm.runInThisContext('process') as typeof process;

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

/** What a request that was given up leaves behind comes soon after it. */
const AFTERMATH_MS = 250;

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
		await wait(AFTERMATH_MS);
		EVENTS.forEach((event) => realProcess.off(event, note));
		expectNone();
	});
}
