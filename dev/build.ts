/** `npm run build` */
import { build, runCommands } from './commands';

void runCommands(build);
