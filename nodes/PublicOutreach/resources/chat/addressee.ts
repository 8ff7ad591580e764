import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { comparable } from '../../../shared/normalize';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toText } from '../../../shared/parameters/values';
import { locator } from '../../fields/locators';

/** A text in the form for comparing: case, Unicode form and kinds of spaces do not matter. */
export const comparableText = (value: unknown): string =>
	comparable(toText(value) ?? '', { ignoreCase: true });

/** The last part of a LinkedIn URL, or a public ID as it is; empty if there is none. */
function publicIdOf(value: unknown): string {
	const text = comparableText(value);
	const [, id = text] = /\/in\/([^/?#]+)/.exec(text) ?? [];
	if (/[/\s]/.test(id)) return '';
	try {
		return comparableText(decodeURIComponent(id));
	} catch {
		return id;
	}
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** One email address, also as mail nodes give it: `Jane Doe <jane@example.com>`; empty if there is none. */
function emailOf(value: unknown): string {
	const text = comparableText(value);
	const [, address = text] = /^[^<>]*<([^<>]+)>$/.exec(text) ?? /^mailto:([^?]+)/.exec(text) ?? [];
	return EMAIL.test(address.trim()) ? address.trim() : '';
}

export function nameOf({ first_name: first, last_name: last, name }: IDataObject): string {
	const names = [first, last].map((one) => (toText(one) ?? '').trim()).filter(Boolean);
	return names.length > 0 ? names.join(' ') : (toText(name) ?? '').trim();
}

/** How a person is looked up if the ID is not known. */
interface Lookup {
	displayName: string;
	placeholder: string;
	expected: string;
	/** The value to compare; empty for a value that no one can have. */
	read(value: unknown): string;
	/** The person's own values to compare with. */
	valuesIn(fields: IDataObject): string[];
}

/** The lookups, by the mode of the locator. */
export const LOOKUPS: Record<string, Lookup> = {
	linkedin: {
		displayName: 'LinkedIn',
		placeholder: 'e.g. https://www.linkedin.com/in/jane-doe or jane-doe',
		expected: 'a LinkedIn profile URL or public ID',
		read: publicIdOf,
		valuesIn: (fields) => [
			publicIdOf(fields.linkedin_public_id),
			publicIdOf(fields.linkedin_profile_url),
			publicIdOf(fields.linkedin_url),
		],
	},
	email: {
		displayName: 'Email',
		placeholder: 'e.g. jane@example.com',
		expected: 'an email address',
		read: emailOf,
		valuesIn: (fields) => [comparableText(fields.email)],
	},
	name: {
		displayName: 'Name',
		placeholder: 'e.g. Jane Doe',
		expected: 'a first and a last name',
		read: comparableText,
		valuesIn: (fields) => [comparableText(nameOf(fields))],
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
	Object.entries(LOOKUPS).map(([name, { displayName, placeholder }]) => ({
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

/** The person to send a message to: by the ID, or by a description to look up. */
export type Addressee = { id: number } | Description;

/** A description of a person: the value to look up, in the form for comparing, and perhaps the company. */
export interface Description {
	mode: string;
	value: string;
	company?: string;
}

const LINKEDIN_ADDRESS = /(^|[/.])linkedin\.[^/\s]+\/in\/[^/?#\s]+/i;

/**
 * The lookup for a value that was entered as an ID: if a field is dragged, n8n switches to By ID. Only
 * unmistakable values are recognized: a LinkedIn URL, and an email address.
 */
function recognizedMode(value: unknown): string | undefined {
	if (LINKEDIN_ADDRESS.test(toText(value) ?? '')) return 'linkedin';
	return emailOf(value) === '' ? undefined : 'email';
}

/** Reads the person to send a message to. */
export function readAddressee(params: Parameters): Addressee {
	const fields = params.collection('additionalFields');
	const company = fields.isSet('companyName') ? fields.text('companyName') : undefined;
	const given = params.value('prospectId');
	const entered = params.mode('prospectId') ?? 'id';
	const isById = LOOKUPS[entered] === undefined;
	const mode = isById ? recognizedMode(given) : entered;
	const lookup = mode === undefined ? undefined : LOOKUPS[mode];
	if (mode === undefined || !lookup) return { id: params.id('prospectId') };
	const value = lookup.read(given);
	if (value === '') params.refuseValue('prospectId', given, lookup.expected);
	return { mode, value, company };
}
