import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { apiPath } from '../../../shared/api/path';
import { isDataObject } from '../../../shared/api/responses/json';
import type { Entered, PrepareContext } from '../../operations/operation';
import { sharedByRun } from '../../operations/shared';
import type { Parameters } from '../../../shared/parameters/parameters';
import { isBlank, toId, toText } from '../../../shared/parameters/values';
import { isUsed } from '../../fields/filters';
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
			'The recipient. LinkedIn, Email and Name look the person up in your chats. It is not documented which list shows prospect IDs: try Chat: Get Many or Prospect: Search.',
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
		'Company of the person, to tell apart people with the same name. If the chats do not identify the person, the node searches the people of this company.',
};

/** Who is meant: by the ID, or as it is to be found. */
export type Addressee = { id: number } | Described;

/** By what the person is known, in lower case, and of which company. */
interface Described {
	by: string;
	value: string;
	company?: string;
}

/** Reads who is meant, without asking the service. */
export function readProspect(params: Parameters): Addressee {
	const fields = params.collection('additionalFields');
	const company = isUsed(fields, 'companyName') ? fields.text('companyName').trim() : undefined;
	const by = params.mode('prospectId') ?? 'id';
	const way = WAYS[by];
	if (!way) return { id: params.id('prospectId') };
	const given = params.value('prospectId');
	const value = way.read(given);
	if (value === '') params.refuseValue('prospectId', given, way.expected);
	return { by, value, company };
}

/** Whom a chat is with; it may not show the prospect ID. */
interface Partner extends Omit<Person, 'id'> {
	id?: number;
	leadId?: number;
}

const isPerson = (partner: Partner): partner is Person & Partner => partner.id !== undefined;

export function partnerOf(chat: IDataObject): Partner {
	const lead = isDataObject(chat.lead) ? chat.lead : {};
	const prospect = isDataObject(chat.prospect) ? chat.prospect : {};
	const id = toId(chat.prospect_id) ?? toId(prospect.id);
	const filled = [chat, lead, prospect].flatMap((object) =>
		Object.entries(object).filter(([, value]) => !isBlank(value)),
	);
	return { id, leadId: toId(lead.id), fields: Object.fromEntries(filled) };
}

/** Who has the same name as somebody, and is not known to be the same person. */
function namesakesOf(people: Partner[], partners: Partner[]): Partner[] {
	const isSame = ({ leadId }: Partner) => people.some((one) => one.leadId === leadId);
	return partners.filter((one) => !isPerson(one) && !(one.leadId !== undefined && isSame(one)));
}

/** Nobody twice: somebody may have several chats. */
function distinct(people: Person[]): Person[] {
	return [...new Map(people.map((person) => [person.id, person])).values()];
}

const partnersOfRun = sharedByRun<Partner[]>();

/** @param mayBeMissing where the search may tell who is meant, if the service does not give the chats */
async function inChats({ api, run }: PrepareContext, mayBeMissing: boolean): Promise<Partner[]> {
	const options = { key: 'chats', mayBeMissing };
	const path = apiPath`/api/v1/public/chats`;
	return await partnersOfRun(run, '', async () => (await api.list(path, options)).map(partnerOf));
}

const peopleOfRun = sharedByRun<IDataObject[]>();

/** Extended API, 7: of what names a person, the search has only the company as a filter. */
async function inCompany({ api, run }: PrepareContext, company: string): Promise<Person[]> {
	const path = apiPath`/api/v1/public/prospects/search/`;
	const filters = { company_name: [company] };
	const body = { search_type: 'PEOPLE', page: 1, page_size: 100, filters };
	const search = async () => await api.search(path, { body, key: 'prospects' });
	const found = await peopleOfRun(run, company, search);
	return found.flatMap((fields) => {
		const id = toId(fields.id);
		return id === undefined ? [] : [{ id, fields }];
	});
}

function companyOf({ company, company_name: name }: IDataObject): string {
	const names = [isDataObject(company) ? company.name : company, name];
	// A number is the ID of a company.
	return names.map((one) => (typeof one === 'string' ? one.trim() : '')).find(Boolean) ?? '';
}

/** The words of a company's name: "Larkfield, Inc." is " larkfield inc ". */
const wordsOf = (company: string) =>
	` ${textOf(company)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/**
 * Those of a company, and those whose company is not known. A name is that of several people, so it does not
 * mean whoever is of another company. "Larkfield" is also "Larkfield Logistics".
 */
function byCompany(people: Person[], company: string): Record<'members' | 'unknown', Person[]> {
	const wanted = wordsOf(company);
	const known = people.filter(({ fields }) => companyOf(fields) !== '');
	const isSame = ({ fields }: Person) => wordsOf(companyOf(fields)) === wanted;
	const isLike = ({ fields }: Person) => {
		const words = wordsOf(companyOf(fields));
		return words.includes(wanted) || wanted.includes(words);
	};
	const same = known.filter(isSame);
	const members = distinct(same.length > 0 ? same : known.filter(isLike));
	const ofOthers = new Set(known.map(({ id }) => id));
	return { members, unknown: distinct(people.filter(({ id }) => !ofOthers.has(id))) };
}

/** Most candidates that an error names. */
const MOST_NAMED = 5;

function describe(people: Partner[]): string {
	const named = people.slice(0, MOST_NAMED).map(({ id, fields }) => {
		const about = [toText(fields.job_title), companyOf(fields)].filter(Boolean);
		const who = [nameOf(fields) || 'Without a name', ...about].join(', ');
		return `${who} (${id === undefined ? 'no prospect ID' : `ID ${id}`})`;
	});
	const more = people.length > MOST_NAMED ? [`and ${people.length - MOST_NAMED} more`] : [];
	return [...named, ...more].join('; ');
}

/** @param others who have the name, but not the company */
function refuseNobody(entered: Entered, { company }: Described, others: Person[]): never {
	const place = company === undefined ? '' : `, and no one at "${company}" does`;
	const advice =
		company === undefined
			? 'To search the people of a company too, add Company Name under Additional Fields; or find the prospect ID with Prospect: Search'
			: 'Find the prospect ID with Prospect: Search, and choose By ID';
	const elsewhere = others.length > 0 ? `At another company: ${describe(others)}. ` : '';
	return entered.refuseRequest(
		`Prospect: no one in your chats matches "${shownOf(entered)}"${place}`,
		`${elsewhere}${advice}`,
	);
}

/** Who of those in the chats, or else of the company's people, is meant; of one name may be several. */
async function chosenOf(
	people: Person[],
	{ by, company }: Described,
	search: (company: string) => Promise<Person[]>,
): Promise<Person[]> {
	if (company === undefined) return distinct(people);
	if (by !== 'name') return distinct(people.length > 0 ? people : await search(company));
	const { members, unknown } = byCompany(people, company);
	if (members.length > 0) return members;
	const others = byCompany(await search(company), company);
	return [others.members, others.unknown, unknown].find(({ length }) => length > 0) ?? [];
}

/** What was entered, which is compared in lower case. */
const shownOf = (entered: Entered) => (toText(entered.value('prospectId')) ?? '').trim();

/**
 * Finds the person that an item means: among the chats, for a message needs a conversation, and then
 * among the people of the company, where one is given.
 *
 * @returns the prospect ID
 * @throws NodeOperationError where nobody matches, or several people do, whom it names
 */
export async function findProspect(wanted: Addressee, context: PrepareContext): Promise<number> {
	if ('id' in wanted) return wanted.id;
	const { by, value, company } = wanted;
	const { entered } = context;
	const matches = <Found extends Partner>(people: Found[]) =>
		people.filter(({ fields }) => WAYS[by]?.of(fields).includes(value));
	const partners = matches(await inChats(context, company !== undefined));
	const inAllChats = partners.filter(isPerson);
	const found = await chosenOf(inAllChats, wanted, async (of) =>
		matches(await inCompany(context, of)),
	);
	const [person] = found;
	if (!person) return refuseNobody(entered, wanted, distinct(inAllChats));
	const isNameAlone = by === 'name' && company === undefined;
	const all = [...found, ...(isNameAlone ? namesakesOf(inAllChats, partners) : [])];
	if (all.length === 1) return person.id;
	return entered.refuseRequest(
		`Prospect: ${all.length} people match "${shownOf(entered)}": ${describe(all)}`,
		'Choose By ID, and enter the ID of the right one',
	);
}
