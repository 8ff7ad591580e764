import { withOtherSettings } from '../../dev/compat/variants';
import { testEach } from './smoke';

testEach(withOtherSettings);
