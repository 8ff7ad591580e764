/** An isolate is made only where one is needed. */
import { LAZILY } from '../../dev/n8n/environment';
import { LARGEST, testBursts } from './bursts';

testBursts(LAZILY, [[2, 315, 20_000], LARGEST, [20, 50, 0]]);
