import type { INodeProperties } from 'n8n-workflow';

/** The seven keys of a `sending_window` (reference, Campaign). */
export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;

export const sendingWindow: INodeProperties = {
	displayName: 'Sending Window',
	name: 'sendingWindow',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Days' },
	default: {},
	placeholder: 'Add Days',
	description:
		'When the campaign may send. Weekdays that you do not list keep their present setting.',
	options: [
		{
			displayName: 'Days',
			name: 'days',
			values: [
				{
					displayName: 'Weekdays',
					name: 'weekdays',
					type: 'multiOptions',
					options: WEEKDAYS.map((value) => ({
						name: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
						value,
					})),
					default: [],
					description: 'The weekdays that this row sets',
					hint: 'Weekdays that no row lists stay as they are',
				},
				{
					displayName: 'Sending Allowed',
					name: 'enabled',
					type: 'boolean',
					default: true,
					description: 'Whether the campaign may send on these weekdays',
				},
				{
					displayName: 'Start',
					name: 'start',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
					description: "Time of day, HH:MM in 24 hours, in the campaign's time zone",
				},
				{
					displayName: 'End',
					name: 'end',
					type: 'string',
					default: '17:00',
					placeholder: 'e.g. 17:00',
					description: "Time of day, HH:MM in 24 hours, in the campaign's time zone",
				},
			],
		},
	],
};

export const sendingWindowJson: INodeProperties = {
	displayName: 'Sending Window (JSON)',
	name: 'sendingWindowJson',
	type: 'json',
	default: '{}',
	description:
		'The whole sending window as one object, instead of rows: keys monday to sunday, each {"enabled": true, "start": "09:00", "end": "17:00"}',
};
