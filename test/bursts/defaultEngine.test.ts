/** Five isolates a second are all that n8n's default engine makes of a core: `npm run test:load` has the largest burst. */
import { EAGERLY } from '../../dev/n8n/environment';
import { testBursts, WHILE_SLOW } from './bursts';

testBursts(EAGERLY, [[3, 60, 4_000, WHILE_SLOW]]);
