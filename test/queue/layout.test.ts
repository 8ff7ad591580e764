/** Both keep n8n busy: with a layout for each, they took longer. What waits for minutes has one of its own. */
import './delivery';
import './sharedWebhook';
