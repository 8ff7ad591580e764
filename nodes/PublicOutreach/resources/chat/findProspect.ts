import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { apiPath } from '../../../shared/api/path';
import { IncompleteList } from '../../../shared/api/responses/collectPages';
import { isDataObject } from '../../../shared/json';
import { isBlank, toId, toText } from '../../../shared/parameters/values';
import { foreignKeyIn, idNamedIn } from '../../fields/prospects';
import type { Entered, PrepareContext } from '../../operations/operation';
import { sharedByRun, type RunScope } from '../../operations/shared';
import { comparableText, LOOKUPS, nameOf, type Addressee, type Description } from './addressee';

/** A person to whom a message can be sent. */
interface Person {
	/** The prospect ID (extended API, 8.2). */
	id: number;
	/** The service's description of the person; no source says with which fields. */
	fields: IDataObject;
}

/** The person that a chat is with; the chat may not show the prospect ID. */
interface ChatContact extends Omit<Person, 'id'> {
	id?: number;
	leadId?: number;
}

const isPerson = (contact: ChatContact): contact is Person & ChatContact =>
	contact.id !== undefined;

export function contactOf(chat: IDataObject): ChatContact {
	const lead = isDataObject(chat.lead) ? chat.lead : {};
	const prospect = isDataObject(chat.prospect) ? chat.prospect : {};
	const { named: id } = foreignKeyIn(chat, 'prospect');
	const filled = [chat, lead, prospect].flatMap((object) =>
		Object.entries(object).filter(([, value]) => !isBlank(value)),
	);
	return { id, leadId: toId(lead.id), fields: Object.fromEntries(filled) };
}

/** People, indexed by every lookup, so that not each of them is compared for each item of a run. */
class Directory<Found extends ChatContact> {
	/** By the mode of a lookup, then by the value. */
	private readonly indexes = new Map<string, Map<string, Found[]>>();

	/**
	 * @param isCut whether there may be more people than were read, which the limit leaves out
	 * @param missing in words, why people are missing for another reason
	 */
	constructor(
		readonly people: Found[],
		readonly isCut = false,
		readonly missing?: string,
	) {}

	matching({ mode, value }: Description): Found[] {
		const index = this.indexes.get(mode) ?? this.indexBy(mode);
		this.indexes.set(mode, index);
		return index.get(value) ?? [];
	}

	private indexBy(mode: string): Map<string, Found[]> {
		const index = new Map<string, Found[]>();
		for (const person of this.people) {
			const values = LOOKUPS[mode]?.valuesIn(person.fields) ?? [];
			for (const value of new Set(values.filter(Boolean))) {
				const others = index.get(value);
				if (others) others.push(person);
				else index.set(value, [person]);
			}
		}
		return index;
	}
}

/** The contacts without a prospect ID that are not known to be one of the people. */
function namesakesOf(people: ChatContact[], contacts: ChatContact[]): ChatContact[] {
	const isSame = ({ leadId }: ChatContact) => people.some((one) => one.leadId === leadId);
	return contacts.filter((one) => !isPerson(one) && !(one.leadId !== undefined && isSame(one)));
}

/** Removes duplicates: one person can have several chats. */
function distinct(people: Person[]): Person[] {
	return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** A directory that the run shares; one of an incomplete list is read again in the next attempt. */
async function sharedDirectory<Found extends ChatContact>(
	run: RunScope,
	shared: ReturnType<typeof sharedByRun<Directory<Found>>>,
	list: string,
	read: () => Promise<IDataObject[]>,
	make: (elements: IDataObject[], missing?: string) => Directory<Found>,
): Promise<Directory<Found>> {
	return await shared(run, list, async () => make(await read())).catch(async (error: unknown) => {
		if (!(error instanceof IncompleteList)) throw error;
		const part = async () => make(error.elements, error.problemWith(list));
		return await shared(run, `${list}, attempt ${run.memory.attempt}`, part);
	});
}

const chatsOfRun = sharedByRun<Directory<ChatContact>>();

/** Whether the service has no chats, or does not give them to this key: a search may still find the person. */
const hasNoChats = (error: unknown): boolean =>
	error instanceof NodeApiError && /^(2..|400|403|404|405|501)$/.test(error.httpCode ?? '');

/**
 * The contacts of all chats.
 *
 * @param isOptional whether the person may be found elsewhere, so that missing chats are no error
 */
async function listChatContacts(
	{ api, run }: PrepareContext,
	isOptional: boolean,
): Promise<Directory<ChatContact>> {
	const path = apiPath`/api/v1/public/chats`;
	const list = async () => await api.list(path, { key: 'chats', mustBeComplete: true });
	const make = (chats: IDataObject[], missing?: string) =>
		new Directory(chats.map(contactOf), false, missing);
	return await sharedDirectory(run, chatsOfRun, 'The chats', list, make).catch((error: unknown) => {
		if (isOptional && hasNoChats(error)) return new Directory<ChatContact>([]);
		throw error;
	});
}

/** The largest page (extended API, 7). */
const PAGE_SIZE = 100;
/** Ten pages: a company may have tens of thousands of people, and one message is not worth reading them all. */
const MOST_PEOPLE = 10 * PAGE_SIZE;

const companiesOfRun = sharedByRun<Directory<Person>>();

/** The people of a company. The search has no filter for a person's name, only for the company (extended API, 7). */
async function searchCompanyPeople(
	{ api, run }: PrepareContext,
	company: string,
): Promise<Directory<Person>> {
	const path = apiPath`/api/v1/public/prospects/search/`;
	const filters = { company_name: [company] };
	const body = { search_type: 'PEOPLE', page: 1, page_size: PAGE_SIZE, filters };
	const options = { body, key: 'prospects', limit: MOST_PEOPLE, mustBeComplete: true };
	const search = async () => await api.search(path, options);
	const make = (found: IDataObject[], missing?: string) => {
		const isCut = found.length >= MOST_PEOPLE;
		if (isCut) api.hint(onlyFirst(company));
		const people = found.map((fields) => ({ id: idNamedIn(fields, 'prospect'), fields }));
		return new Directory(people.filter(isPerson), isCut, missing);
	};
	return await sharedDirectory(run, companiesOfRun, `The people of "${company}"`, search, make);
}

const onlyFirst = (company: string) =>
	`Only the first ${MOST_PEOPLE} people of "${company}" were searched`;

function companyOf({ company, company_name: name }: IDataObject): string {
	const names = [isDataObject(company) ? company.name : company, name];
	// A number is the ID of a company, not its name.
	return names.map((one) => (typeof one === 'string' ? one.trim() : '')).find(Boolean) ?? '';
}

/** The words of a company's name: "Larkfield, Inc." is " larkfield inc ". */
const wordsOf = (company: string) =>
	` ${comparableText(company)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/**
 * The people of a company, and those whose company is not known. Several people can share a name, so people
 * known to be at another company are left out. "Larkfield" is also "Larkfield Logistics".
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

/** Removes duplicates among contacts, some of which show no prospect ID. */
function distinctContacts(contacts: ChatContact[]): ChatContact[] {
	const keyOf = ({ id, fields }: ChatContact) => id ?? comparableText(nameOf(fields));
	return [...new Map(contacts.map((contact) => [keyOf(contact), contact])).values()];
}

/** The most candidates that an error names. */
const MOST_NAMED = 5;

function describe(people: ChatContact[]): string {
	const named = people.slice(0, MOST_NAMED).map(({ id, fields }) => {
		const about = [toText(fields.job_title), companyOf(fields)].filter(Boolean);
		const who = [nameOf(fields) || 'Without a name', ...about].join(', ');
		return `${who} (${id === undefined ? 'no prospect ID' : `ID ${id}`})`;
	});
	const more = people.length > MOST_NAMED ? [`and ${people.length - MOST_NAMED} more`] : [];
	return [...named, ...more].join('; ');
}

/** The value as it was entered, which is not the form for comparing. */
const enteredText = (entered: Entered) => (toText(entered.value('prospectId')) ?? '').trim();

/** The people whose name contains the value as a part, such as the first name. */
function withPartOfName<Found extends ChatContact>(people: Found[], value: string): Found[] {
	const words = value.split(' ');
	return people.filter(({ fields }) => {
		const names = comparableText(nameOf(fields)).split(' ');
		return words.every((word) => names.includes(word));
	});
}

/** What the user can do if no one matches. */
function adviceWithoutMatch(
	{ mode, value, company }: Description,
	contacts: ChatContact[],
	companyPeople?: Directory<Person>,
): string {
	const people = [...contacts, ...(companyPeople?.people ?? [])];
	const similar = mode === 'name' ? withPartOfName(people, value) : [];
	if (similar.length > 0) {
		return `Give the first and the last name, as in the chats: ${describe(distinctContacts(similar))}`;
	}
	return adviceToSearch(company, companyPeople);
}

/** How the person's ID may be found elsewhere than in the chats. */
function adviceToSearch(company?: string, companyPeople?: Directory<Person>): string {
	if (company === undefined) {
		return 'To search the people of a company too, add Company Name under Additional Fields; or find the prospect ID with Prospect: Search';
	}
	const cut = companyPeople?.isCut ? `${onlyFirst(company)}. ` : '';
	return `${cut}Find the prospect ID with Prospect: Search, and choose By ID`;
}

/** @param namesakes people who have the name, but are at another company */
function refuseNobody(
	entered: Entered,
	{ company }: Description,
	namesakes: Person[],
	advice: string,
): never {
	const place = company === undefined ? '' : `, and no one at "${company}" does`;
	const elsewhere = namesakes.length > 0 ? `At another company: ${describe(namesakes)}. ` : '';
	return entered.refuseRequest(
		`Prospect: no one in your chats matches "${enteredText(entered)}"${place}`,
		`${elsewhere}${advice}`,
	);
}

const incompleteAdvice = (mode: string) =>
	`Choose By ID${mode === 'name' ? ', LinkedIn or Email' : ''}, or try again later`;

/**
 * The people who match: those in the chats, or else among the company's people. Several people may have the
 * same name.
 */
async function selectMatches(
	people: Person[],
	addressee: Description,
	companyPeople: () => Promise<Directory<Person>>,
): Promise<Person[]> {
	const { mode, company } = addressee;
	const search = async () => (await companyPeople()).matching(addressee);
	if (company === undefined) return distinct(people);
	if (mode !== 'name') return distinct(people.length > 0 ? people : await search());
	const { members, unknown } = byCompany(people, company);
	if (members.length > 0) return members;
	const others = byCompany(await search(), company);
	return [others.members, others.unknown, unknown].find(({ length }) => length > 0) ?? [];
}

/**
 * Finds the person to send an item's message to: in the chats, since a message needs one, and then among the
 * people of the company, if one is given.
 *
 * @returns the prospect ID
 * @throws NodeOperationError if no one matches, or several people do, whom it names; or if others may, since
 * a list could not be read completely
 */
export async function findProspect(addressee: Addressee, context: PrepareContext): Promise<number> {
	if ('id' in addressee) return addressee.id;
	const { mode, company } = addressee;
	const { entered } = context;
	const chats = await listChatContacts(context, company !== undefined);
	const contacts = chats.matching(addressee);
	const people = contacts.filter(isPerson);
	const companyPeople = async () => await searchCompanyPeople(context, company ?? '');
	const searched = async () => (company === undefined ? undefined : await companyPeople());
	const found = await selectMatches(people, addressee, companyPeople);
	const [person] = found;
	const isNameAlone = mode === 'name' && company === undefined;
	const all = [...found, ...(isNameAlone ? namesakesOf(people, contacts) : [])];
	if (!person || (mode === 'name' && all.length === 1)) {
		const isSearched = !person || people.length === 0;
		const missing = chats.missing ?? (isSearched ? (await searched())?.missing : undefined);
		if (missing !== undefined) return entered.refuseRequest(missing, incompleteAdvice(mode));
	}
	if (!person) {
		const directory = await searched();
		if (people.length === 0 && contacts.length > 0) {
			const problem = `Prospect: "${enteredText(entered)}" is in your chats, but without a prospect ID`;
			return entered.refuseRequest(problem, adviceToSearch(company, directory));
		}
		const advice = adviceWithoutMatch(addressee, chats.people, directory);
		return refuseNobody(entered, addressee, distinct(people), advice);
	}
	if (all.length === 1) return person.id;
	return entered.refuseRequest(
		`Prospect: ${all.length} people match "${enteredText(entered)}": ${describe(all)}`,
		'Choose By ID, and enter the ID of the right one',
	);
}
