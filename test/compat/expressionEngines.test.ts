import { withOtherExpressionEngines } from '../../dev/compat/variants';
import { testEach } from './smoke';

testEach(withOtherExpressionEngines);
