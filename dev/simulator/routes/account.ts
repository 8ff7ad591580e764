import { z } from 'zod';

import { found, htmlPage, ok, Rejection } from '../response';
import { authenticate, keyView, newKey, randomKey, setWebhookUrl } from '../users';
import type { StoredApiKey } from '../objects';
import { webUrl } from '../validation';
import { bodyOf, listResponse } from './route';
import type { Call, Routes } from './route';

/** Extended API, 3 names the paths, `prefix`, and `key` which is shown once; the rest is convention. */
export const accountRoutes: Routes = {
	'/api/v1/api-keys/': { GET: list, POST: create },
	'/api/v1/api-keys/:id/rotate/': { POST: rotate },
	'/api/v1/api-keys/:id/revoke/': { POST: revoke },
	'/api/v1/user/webhook/': { PUT: setWebhook },
};

function ownKeys(call: Call): StoredApiKey[] {
	const { state } = call.context;
	const { user } = authenticate(state, call.key);
	return state.apiKeys.filter((key) => key.user === user);
}

/** The caller's own keys (extended API, 2.2), without those of other users. */
function list(call: Call) {
	const { apiKeyList } = call.context.settings;
	if (apiKeyList === 'missing') return htmlPage(404);
	if (apiKeyList === 'forbidden') {
		throw new Rejection({ status: 403, body: { error: 'Access denied' } });
	}
	return listResponse(call, 'api_keys', ownKeys(call).map(keyView));
}

/** The fields of the body are unknown: a `name` is accepted, everything else ignored. */
function create(call: Call) {
	const { state } = call.context;
	const { name = 'API key' } = bodyOf(call, z.object({ name: z.string().optional() }));
	const { user } = authenticate(state, call.key);
	const created = newKey(state, user, randomKey(), name);
	state.apiKeys.push(created);
	return ok({ ...keyView(created), key: created.key }, 201);
}

function storedKey(call: Call): StoredApiKey {
	return found(ownKeys(call), call.params.id, 'API key');
}

/** The old key is invalid immediately (extended API, 3); the id stays, the prefix belongs to the key and changes. */
function rotate(call: Call) {
	const stored = storedKey(call);
	Object.assign(stored, { key: randomKey(), revoked: false });
	return ok({ ...keyView(stored), key: stored.key });
}

function revoke(call: Call) {
	const stored = storedKey(call);
	stored.revoked = true;
	return ok({ success: true, api_key: keyView(stored) });
}

/**
 * Reference, PUT /api/v1/user/webhook/: a URL, or null, or '' as the user interface sends it; response:
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
