/** `npm run lint`: the rules for community nodes, then the formatting. */
import { lint, runTask } from './commands';

void runTask(lint);
