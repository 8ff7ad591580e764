/** An isolate is made only where one is needed, as in every n8n of a test's own (dev/n8n/ownN8n.ts). */
import { ONCE, testBursts, UNTIL_ACCEPTED } from './bursts';

testBursts({}, [
	[3, 300, 20_000, ONCE],
	[20, 50, 0, ONCE],
	[2, 124, 8_000, UNTIL_ACCEPTED],
]);
