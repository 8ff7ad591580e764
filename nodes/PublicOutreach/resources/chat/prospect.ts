import { NodeApiError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import type { ApiClient } from '../../../shared/api/client';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/api/responses/json';
import type { OperationContext } from '../../../shared/operations/operation';
import type { Parameters } from '../../../shared/operations/parameters';
import { toId, toText } from '../../../shared/operations/values';
import { locator } from '../../fields/locators';

/** Somebody who can be written to. */
export interface Person {
	/** The prospect ID (extended API, 8.2). */
	id: number;
	/** As the service describes them; no source says with which fields. */
	fields: IDataObject;
}

const textOf = (value: unknown): string => (toText(value) ?? '').trim().toLowerCase();

/** The last part of a LinkedIn address, or a public ID as it is; empty where there is none. */
function publicIdOf(value: unknown): string {
	const text = textOf(value);
	const [, id = text] = /\/in\/([^/?#]+)/.exec(text) ?? [];
	if (/[/\s]/.test(id)) return '';
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}

export function nameOf({ first_name: first, last_name: last, name }: IDataObject): string {
	const names = [first, last].map((one) => (toText(one) ?? '').trim()).filter(Boolean);
	return names.length > 0 ? names.join(' ') : (toText(name) ?? '').trim();
}

/** A way to say who is meant, beside the ID. */
interface Way {
	displayName: string;
	placeholder: string;
	expected: string;
	/** What is compared; empty for a value that names nobody. */
	read(value: unknown): string;
	/** What a person is called by it. */
	of(fields: IDataObject): string[];
}

const WAYS: Record<string, Way> = {
	linkedin: {
		displayName: 'LinkedIn',
		placeholder: 'e.g. https://www.linkedin.com/in/jane-doe or jane-doe',
		expected: 'a LinkedIn profile URL or public ID',
		read: publicIdOf,
		of: (fields) => [
			publicIdOf(fields.linkedin_public_id),
			publicIdOf(fields.linkedin_profile_url),
			publicIdOf(fields.linkedin_url),
		],
	},
	email: {
		displayName: 'Email',
		placeholder: 'e.g. jane@example.com',
		expected: 'an email address',
		read: (value) => (textOf(value).includes('@') ? textOf(value) : ''),
		of: (fields) => [textOf(fields.email)],
	},
	name: {
		displayName: 'Name',
		placeholder: 'e.g. Jane Doe',
		expected: 'a first and a last name',
		read: (value) => textOf(value).replace(/\s+/g, ' '),
		of: (fields) => [textOf(nameOf(fields)).replace(/\s+/g, ' ')],
	},
};

export const prospectLocator: INodeProperties = locator(
	{
		displayName: 'Prospect',
		name: 'prospectId',
		required: true,
		description:
			'Who to write to. The ID is the one that Get Many: Chat or Search shows; without it, LinkedIn profile, email or name find the person among the chats.',
	},
	'searchProspects',
	'Chat',
	Object.entries(WAYS).map(([name, { displayName, placeholder }]) => ({
		displayName,
		name,
		placeholder,
	})),
);

export const companyName: INodeProperties = {
	displayName: 'Company Name',
	name: 'companyName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Larkfield Logistics',
	description:
		'Company of the person. Where the chats do not show who it is, the search looks among its people.',
};

/** Who is meant: by the ID, or as it is to be found. */
export type Wanted = { id: number } | { by: string; value: string; company?: string };

/** Reads who is meant, without asking the service. */
export function readProspect(params: Parameters): Wanted {
	const fields = params.collection('additionalFields');
	const company = fields.has('companyName') ? fields.text('companyName').trim() : undefined;
	const by = params.mode('prospectId') ?? 'id';
	const way = WAYS[by];
	if (!way) return { id: params.id('prospectId') };
	const given = params.value('prospectId');
	const value = way.read(given);
	if (value === '') params.refuseValue('prospectId', given, way.expected);
	return { by, value, company };
}

/** The person that a chat is with; nobody where the chat does not show a prospect ID. */
export function personOfChat(chat: IDataObject): Person[] {
	const lead = isDataObject(chat.lead) ? chat.lead : {};
	const prospect = isDataObject(chat.prospect) ? chat.prospect : {};
	const id = toId(chat.prospect_id) ?? toId(prospect.id);
	return id === undefined ? [] : [{ id, fields: { ...chat, ...lead, ...prospect } }];
}

/** Nobody twice: somebody may have several chats. */
function distinct(people: Person[]): Person[] {
	return [...new Map(people.map((person) => [person.id, person])).values()];
}

async function inChats(api: ApiClient, once: OperationContext['once']): Promise<Person[]> {
	const path = apiPath`/api/v1/public/chats`;
	const chats = await once('chats', async () => await api.list(path, { key: 'chats' }));
	return chats.flatMap(personOfChat);
}

/** Extended API, 7: of what names a person, the search has only the company as a filter. */
async function inCompany(
	api: ApiClient,
	once: OperationContext['once'],
	company: string,
): Promise<Person[]> {
	const path = apiPath`/api/v1/public/prospects/search/`;
	const filters = { company_name: [company] };
	const body = { search_type: 'PEOPLE', page: 1, page_size: 100, filters };
	const found = await once(
		`people of ${company}`,
		async () => await api.search(path, { body, key: 'prospects' }),
	);
	return found.flatMap((fields) => {
		const id = toId(fields.id);
		return id === undefined ? [] : [{ id, fields }];
	});
}

/** Most candidates that an error names. */
const MOST_NAMED = 5;

function describe({ id, fields }: Person): string {
	const company = isDataObject(fields.company) ? toText(fields.company.name) : undefined;
	const about = [toText(fields.job_title), company].filter(Boolean);
	return `${[nameOf(fields) || 'Without a name', ...about].join(', ')} (ID ${id})`;
}

function refuseSeveralPeople(params: Parameters, value: string, people: Person[]): never {
	const named = people.slice(0, MOST_NAMED).map(describe).join('; ');
	const more = people.length > MOST_NAMED ? `; and ${people.length - MOST_NAMED} more` : '';
	return params.refuseRequest(
		`Prospect: ${people.length} people match "${value}": ${named}${more}`,
		'Nothing was sent. Choose By ID, and enter the one that you mean',
	);
}

/**
 * Finds the person that an item means: among the chats, for a message needs a conversation, and then
 * among the people of the company, where one is given.
 *
 * @returns the prospect ID
 * @throws NodeOperationError where nobody matches, or several people do, whom it names
 */
export async function findProspect(
	{ api, params, once }: Pick<OperationContext, 'api' | 'params' | 'once'>,
	wanted: Wanted,
): Promise<number> {
	if ('id' in wanted) return wanted.id;
	const { by, value, company } = wanted;
	const matches = (people: Person[]) =>
		distinct(people.filter(({ fields }) => WAYS[by]?.of(fields).includes(value)));
	const chats = await inChats(api, once).catch((error: unknown) => {
		// The search may still tell.
		if (company !== undefined && error instanceof NodeApiError) return [];
		throw error;
	});
	let found = matches(chats);
	if (found.length === 0 && company !== undefined) {
		found = matches(await inCompany(api, once, company));
	}
	const [person, another] = found;
	if (person && !another) return person.id;
	if (another) return refuseSeveralPeople(params, value, found);
	const place = company === undefined ? '' : `, nor among the people of "${company}"`;
	return params.refuseRequest(
		`Prospect: nobody in the chats matches "${value}"${place}`,
		company === undefined
			? 'Nothing was sent. To look among the people of a company too, add Company Name under Additional Fields; or find the prospect ID with Prospect: Search'
			: 'Nothing was sent. Find the prospect ID with Prospect: Search, and choose By ID',
	);
}
