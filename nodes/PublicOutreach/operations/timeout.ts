import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from '../../shared/parameters/parameters';

/** In seconds, as in the form. */
const DEFAULT = 60;
/** For a request whose response comes only after the service has processed a whole list. */
export const WHOLE_LIST = 600;
const MAXIMUM = 3_600;

/** The default timeout: ten minutes for a list, else a minute. */
export function defaultTimeout(properties: INodeProperties[]): number {
	return properties.some(({ name }) => name === 'returnAll') ? WHOLE_LIST : DEFAULT;
}

/** The field Options of an operation. */
export function optionsWith(options: INodeProperties[], seconds: number): INodeProperties {
	const timeout: INodeProperties = {
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAXIMUM },
		default: seconds,
		description: 'How long to wait for a response, up to an hour',
	};
	const byName = (one: INodeProperties, other: INodeProperties) =>
		one.displayName.localeCompare(other.displayName, 'en');
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'Further settings of the request',
		options: [...options, timeout].sort(byName),
	};
}

/** Reads the timeout of a request, in milliseconds. */
export function timeoutMsOf(params: Parameters, defaultSeconds: number): number {
	const options = params.collection('options');
	if (!options.isSet('timeout')) return defaultSeconds * 1_000;
	const seconds = options.integer('timeout', 1);
	if (seconds > MAXIMUM) options.refuseValue('timeout', seconds, `at most ${MAXIMUM} seconds`);
	return seconds * 1_000;
}
