import { process } from '../dev/platform';

/** With the default seed, whose cases are the same in every run, one in so many is enough. */
const SHARE = 5;

/** How many cases Fast-check generates for a property: all of them where `PROPERTY_SEED` is set, as every night. */
export function numRuns(all: number): { numRuns: number } {
	return { numRuns: process.env.PROPERTY_SEED === undefined ? Math.ceil(all / SHARE) : all };
}
