/** An execution takes n8n's default engine seven times as long: the largest burst is for it. */
import { EAGERLY } from '../../dev/n8n/environment';
import { ONCE, testBursts } from '../bursts/bursts';

testBursts(EAGERLY, [[3, 298, 20_000, ONCE]]);
