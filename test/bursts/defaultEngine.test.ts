/** An execution takes n8n's default engine seven times as long: one burst shows what differs. */
import { EAGERLY } from '../../dev/n8n/environment';
import { LARGEST, testBursts } from './bursts';

testBursts(EAGERLY, [LARGEST]);
