/** Runs before each test file. */
import * as fc from 'fast-check';
import { process } from '../dev/platform';

const { PROPERTY_SEED } = process.env;
/**
 * Every run generates the same cases, so that a failure comes from the change and not from chance. Another
 * `PROPERTY_SEED` generates others; with `random`, as in CI every night, `npm test` draws one.
 */
const seed = Number(PROPERTY_SEED ?? 1);
if (!Number.isInteger(seed))
	throw new Error(`PROPERTY_SEED is "${PROPERTY_SEED}": give a whole number`);
fc.configureGlobal({ seed });

/** With the default seed, whose cases are the same in every run, one in so many is enough. */
const SHARE = 5;

/** How many cases Fast-check generates for a property: all of them where `PROPERTY_SEED` is set, as every night. */
export function numRuns(all: number): { numRuns: number } {
	return { numRuns: PROPERTY_SEED === undefined ? Math.ceil(all / SHARE) : all };
}

// All files of a worker share a process, and must not find the state of one another.
Reflect.deleteProperty(performance, Symbol.for('n8n-nodes-public-outreach trigger 1'));
