import type { ILoadOptionsFunctions, INodePropertyOptions, IDataObject } from 'n8n-workflow';
import { titleOf } from '../fields/output';
import { timeZones } from '../resources/campaign/timeZone';
import { ApiClient } from '../../shared/api/client';
import { apiPath } from '../../shared/api/path';
import { isDataObject } from '../../shared/json';

/** The documented statuses (reference, States and transitions); there may be others. */
const KNOWN = ['ACTIVE', 'DRAFT'];

/** The known statuses of a campaign, and those of the campaigns that the key can see. */
export async function getCampaignStatuses(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const api = await ApiClient.connect(this);
	const campaigns = await api.list(apiPath`/api/v1/public/campaigns/`, {
		key: 'campaigns',
		urgent: true,
	});
	const found = campaigns.flatMap(({ status }) => (typeof status === 'string' ? [status] : []));
	const statuses = [...new Set([...KNOWN, ...found])].sort();
	return statuses.map((value) => ({ name: value, value }));
}

/** How many chats are read: a field that is missing in one may be present in another. */
const SAMPLE = 25;

/** The fields of an object, and those of the objects in it: `lead.email`. */
function fieldsOf(element: IDataObject): string[] {
	return Object.entries(element).flatMap(([name, value]) =>
		isDataObject(value) ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
	);
}

/** The fields that chats have: no source describes them (reference, GET /api/v1/public/chats). */
export async function getChatFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const api = await ApiClient.connect(this);
	const path = apiPath`/api/v1/public/chats`;
	const chats = await api.list(path, { limit: SAMPLE, key: 'chats', urgent: true });
	return [...new Set(chats.flatMap(fieldsOf))]
		.map((value) => ({ name: titleOf(value), value }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Needs neither the service nor a credential. */
export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return timeZones().map((zone) => ({ name: zone.replaceAll('_', ' '), value: zone }));
}
