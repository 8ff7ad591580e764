/** `npm run build` */
import { build, runTask } from './commands';

void runTask(build);
