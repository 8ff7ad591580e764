import { z } from 'zod';

import { ok } from '../answer';
import { prefixOf } from '../auth';
import { webUrl } from '../validation';
import { bodyOf } from './route';
import type { Call, Route } from './route';

export const accountRoutes: Route[] = [
	{ path: '/api/v1/user/webhook/', methods: { PUT: setWebhook } },
	{ path: '/api/v1/api-keys/', methods: { GET: listKeys } },
];

/** Reference: a URL, or null, or '' as the user interface sends it; response: extended-api §9. */
const slot = z.object({
	webhook_url: z.preprocess((value) => (value === '' ? null : value), webUrl.nullable()),
});

function setWebhook(call: Call) {
	const { webhook_url } = bodyOf(call, slot);
	call.context.state.webhookUrl = webhook_url;
	return ok({ success: true, message: 'Webhook URL updated successfully' });
}

/** One of the reference's "other operations"; path: extended-api §3, shape by convention. Never a whole key. */
function listKeys(call: Call) {
	const rows = call.context.settings.apiKeys.map((key, index) => ({
		id: index + 1,
		name: `Key ${index + 1}`,
		prefix: prefixOf(key),
	}));
	return ok({ api_keys: rows });
}
