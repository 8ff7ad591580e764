import { withPostgres } from '../../dev/compat/variants';
import { testEach } from './smoke';

testEach(withPostgres);
