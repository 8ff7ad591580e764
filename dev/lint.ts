/** `npm run lint`: the rules for community nodes, then the formatting. */
import { lint, runAsTask } from './commands';

void runAsTask(lint);
