import { z } from 'zod';

import { ok } from '../answer';
import { authenticate, setWebhookUrl } from '../users';
import { webUrl } from '../validation';
import { bodyOf } from './route';
import type { Call, Routes } from './route';

export const accountRoutes: Routes = {
	'/api/v1/user/webhook/': { PUT: setWebhook },
};

/**
 * Reference, PUT /api/v1/user/webhook/: a URL, or null, or '' as the user interface sends it; answer:
 * extended API, 9.
 */
const slot = z.object({
	webhook_url: z.preprocess((value) => (value === '' ? null : value), webUrl.nullable()),
});

function setWebhook(call: Call) {
	const { webhook_url } = bodyOf(call, slot);
	setWebhookUrl(call.context, authenticate(call.context.state, call.key).user, webhook_url);
	return ok({ success: true, message: 'Webhook URL updated successfully' });
}
