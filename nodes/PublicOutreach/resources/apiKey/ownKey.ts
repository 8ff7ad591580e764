import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { apiPath } from '../../../shared/api/path';
import { apiKey } from '../../../shared/api/schemas';
import type { PrepareContext } from '../../operations/operation';
import { sharedByRun } from '../../operations/shared';
import type { Parameters } from '../../../shared/parameters/parameters';
import { notice } from '../../../shared/parameters/fields';
import { toKeyId } from '../../../shared/parameters/values';

/** The user's keys (extended API, 3; the name of the list in the response is not known). */
export const API_KEYS = {
	path: apiPath`/api/v1/api-keys/`,
	list: { key: ['api_keys', 'keys'], schema: apiKey },
};

export const SECRET_NOTICE = notice(
	'secretNotice',
	"The output contains the secret. It is shown only once, and is kept in n8n's executions.",
);

export const allowOwnKey: INodeProperties = {
	displayName: 'Allow Own Key',
	name: 'allowOwnKey',
	type: 'boolean',
	default: false,
	description:
		"Whether to proceed if this is the key in this node's credential, or if that is unknown. All workflows with that credential then fail until you enter a new key.",
};

const CONSEQUENCE =
	'All workflows with this credential would fail until you enter a new key. If that is what you want, turn on Allow Own Key';

/** A key to change, and whether the user allows it to be the one in the credential. */
interface KeyChange {
	id: string;
	allowsOwn: boolean;
}

export function readKeyChange(params: Parameters): KeyChange {
	return { id: params.keyId('apiKeyId'), allowsOwn: params.flag('allowOwnKey') };
}

const listedKeys = sharedByRun<IDataObject[]>();

type Ownership = 'own' | 'other' | 'not listed' | 'unknown';

/**
 * Whether a prefix in the list is that of a key. It may be listed in another case, with its dot, shortened or
 * masked: only if the visible characters differ is it certainly another key.
 */
function compare(listed: string, own: string): Ownership {
	const [shown = ''] = listed
		.trim()
		.toLowerCase()
		.split(/[.*\u2022\u2026]/);
	const prefix = own.toLowerCase();
	if (shown === prefix) return 'own';
	return prefix.startsWith(shown) ? 'unknown' : 'other';
}

/**
 * Whether a key is the one in the credential, by its prefix in the list of keys (extended API, 3).
 *
 * @returns `unknown` if the service does not give the list, or the list does not show it
 */
async function ownershipOf(id: string, { api, run }: PrepareContext): Promise<Ownership> {
	const options = { ...API_KEYS.list, mayBeMissing: true };
	const keys = await listedKeys(run, '', async () => await api.list(API_KEYS.path, options));
	const found = keys.find((key) => String(key.id) === id);
	const [ownPrefix = ''] = api.connection.credentials.apiKey.split('.');
	if (typeof found?.prefix === 'string') return compare(found.prefix, ownPrefix);
	const hasIds = keys.length > 0 && keys.every((key) => toKeyId(key.id) !== undefined);
	return !found && hasIds ? 'not listed' : 'unknown';
}

/** Refuses a change to the credential's own key, unless the user allows it. */
export async function refuseOwnKey(
	{ id, allowsOwn }: KeyChange,
	context: PrepareContext,
): Promise<void> {
	if (allowsOwn) return;
	const { entered } = context;
	const ownership = await ownershipOf(id, context);
	if (ownership === 'other') return;
	if (ownership === 'not listed') {
		entered.refuseRequest(
			`API key ${id} is not among the keys that the service lists`,
			'Check the ID, or choose the key from the list',
		);
	}
	entered.refuseRequest(
		ownership === 'own'
			? `API key ${id} is the one in this node's credential`
			: `It is unknown whether API key ${id} is the one in this node's credential`,
		CONSEQUENCE,
	);
}
