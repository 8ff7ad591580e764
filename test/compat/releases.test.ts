import { releases } from '../../dev/compat/releases';
import { testEach } from './smoke';

testEach(releases);
