/** `npm run lint`: the rules for community nodes, then the formatting. */
import { lint, runCommands } from './commands';

void runCommands(lint);
