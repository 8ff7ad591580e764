/** `npm run build` */
import { build, runAsTask } from './commands';

void runAsTask(build);
