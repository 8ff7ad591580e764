import { inOtherWays } from '../../dev/compat/variants';
import { testEach } from './smoke';

testEach(inOtherWays);
