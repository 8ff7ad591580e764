import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from './parameters';

/** In seconds, as in the form. */
const DEFAULT = 60;
/** For a request whose response comes only after the service has processed a whole list. */
export const WHOLE_LIST = 600;
const MAXIMUM = 3_600;

/** The default timeout: ten minutes for a list, else a minute. */
export function defaultTimeout(properties: INodeProperties[]): number {
	return properties.some(({ name }) => name === 'returnAll') ? WHOLE_LIST : DEFAULT;
}

/** The fields of an operation with a timeout option; the options are added where there are none. */
export function withTimeout(properties: INodeProperties[], seconds: number): INodeProperties[] {
	const timeout: INodeProperties = {
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAXIMUM },
		default: seconds,
		description: 'How long the service may take to answer a request, up to an hour',
	};
	const options: INodeProperties = properties.find(({ name }) => name === 'options') ?? {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'Further settings of the request',
	};
	const among = [...(options.options ?? []), timeout].sort((one, other) =>
		labelOf(one).localeCompare(labelOf(other), 'en'),
	);
	const rest = properties.filter(({ name }) => name !== 'options');
	return [...rest, { ...options, options: among }];
}

/** Reads the timeout of a request, in milliseconds. */
export function timeoutMsOf(params: Parameters, defaultSeconds: number): number {
	const options = params.collection('options');
	if (!options.has('timeout')) return defaultSeconds * 1_000;
	const seconds = options.integer('timeout', 1);
	if (seconds > MAXIMUM) options.refuseValue('timeout', seconds, `at most ${MAXIMUM} seconds`);
	return seconds * 1_000;
}

function labelOf(option: NonNullable<INodeProperties['options']>[number]): string {
	return 'displayName' in option ? option.displayName : option.name;
}
