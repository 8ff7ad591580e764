import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Parameters } from '../../shared/operations/parameters';
import { selected, simplified } from '../../shared/operations/shapes';

/** How an operation outputs objects with more than ten fields. */
export interface OutputFields {
	/** The Output field, and the fields to choose from. */
	properties: INodeProperties[];
	/**
	 * Reads the chosen form. To be called before the request: an invalid value must not fail an operation
	 * that was carried out.
	 *
	 * @returns a function that converts an object to that form
	 */
	reader(params: Parameters): (element: IDataObject) => IDataObject;
}

interface OutputOptions {
	/** The name of one object, such as "campaign". */
	noun: string;
	/** Fields to choose from; `company.name` is a field of a nested object. */
	fields: string[];
	/** Fields of the simplified form, the most important first. */
	simplified: (element: IDataObject) => string[];
	/** Method that loads the fields to choose from, where no source describes them. */
	loadFields?: string;
}

const FORMS: INodePropertyOptions[] = [
	{ name: 'Raw', value: 'raw', description: 'Everything that the service sends' },
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you choose' },
	{
		name: 'Simplified',
		value: 'simplified',
		description: 'At most ten fields without nested objects, 1 KB together; longer texts are cut',
	},
];

/** Words whose title case is not just an initial capital. */
const WORDS: Record<string, string> = {
	id: 'ID',
	in: 'in',
	linkedin: 'LinkedIn',
	of: 'of',
	url: 'URL',
};

/** `linkedin_url` as "LinkedIn URL", `delay_in_hours` as "Delay in Hours". */
export function titleOf(field: string): string {
	const words = field.split(/[._]/);
	return words.map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function fieldChoice({ fields, loadFields }: OutputOptions): INodeProperties {
	const field = {
		name: 'outputFields',
		type: 'multiOptions' as const,
		default: [],
		displayOptions: { show: { output: ['selected'] } },
	};
	if (loadFields) {
		return {
			displayName: 'Field Names or IDs',
			...field,
			typeOptions: { loadOptionsMethod: loadFields },
			description:
				'The fields to output. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		};
	}
	const options = fields.map((value) => ({ name: titleOf(value), value }));
	return {
		displayName: 'Fields',
		...field,
		options: options.sort((one, other) => one.name.localeCompare(other.name, 'en')),
		description: 'The fields to output; by expression also others, as a list or comma-separated',
	};
}

/**
 * The field Output for an operation whose objects have more than ten fields. The default is Raw on the
 * canvas, so that nothing is left out unasked, and Simplified for an agent's tool, since a model reads
 * its entire input.
 */
export function outputOf(options: OutputOptions): OutputFields {
	const forms: INodeProperties = {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: FORMS,
		default: 'raw',
		description: `How much of each ${options.noun} to output`,
	};
	return {
		properties: [
			// `hide`, since a release of n8n that does not know @tool must show one of the two.
			{ ...forms, displayOptions: { hide: { '@tool': [true] } } },
			{ ...forms, default: 'simplified', displayOptions: { show: { '@tool': [true] } } },
			fieldChoice(options),
		],
		reader(params) {
			const form = params.option('output');
			if (form === 'raw') return (element) => element;
			if (form === 'simplified') return (one) => simplified(one, options.simplified(one));
			const names = params.names('outputFields');
			return (element) => selected(element, names);
		},
	};
}
