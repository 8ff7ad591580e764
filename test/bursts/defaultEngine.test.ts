/** An execution takes n8n's default engine seven times as long: one burst shows what differs. */
import { LARGEST, testBursts } from './bursts';

testBursts({}, [LARGEST]);
