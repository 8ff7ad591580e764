import { asTheyCome } from '../../dev/compat/variants';
import { testEach } from './smoke';

testEach(asTheyCome);
