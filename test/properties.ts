/** Runs before each test file. The seed of generated cases is set in `sharedRealm.js`, once for a worker. */
import { process } from '../dev/platform';

const { PROPERTY_SEED } = process.env;
/** With the default seed, whose cases are the same in every run, one in so many is enough. */
const SHARE = 5;

/** How many cases Fast-check generates for a property: all of them where `PROPERTY_SEED` is set, as every night. */
export function numRuns(all: number): { numRuns: number } {
	return { numRuns: PROPERTY_SEED === undefined ? Math.ceil(all / SHARE) : all };
}

// All files of a worker share a process, and must not find the state of one another.
jest.mock('../nodes/shared/webhook/processSingleton', () => ({
	processSingleton: (_name: string, fresh: unknown) => fresh,
}));
