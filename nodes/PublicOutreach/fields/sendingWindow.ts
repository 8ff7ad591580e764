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
	description: "When the campaign may send. Weekdays you don't list keep their current setting.",
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
					description: 'The weekdays to set',
					hint: "Weekdays you don't list keep their current setting",
				},
				{
					displayName: 'Sending Allowed',
					name: 'enabled',
					type: 'boolean',
					default: true,
					description:
						'Whether the campaign may send on these weekdays. Where it may not, their times stay as they are.',
				},
				{
					displayName: 'Start',
					name: 'start',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
					displayOptions: { show: { enabled: [true] } },
					description: 'Time of day, HH:MM in 24 hours. In which time zone is not documented.',
				},
				{
					displayName: 'End',
					name: 'end',
					type: 'string',
					default: '17:00',
					placeholder: 'e.g. 17:00',
					displayOptions: { show: { enabled: [true] } },
					description: 'Time of day, HH:MM in 24 hours. In which time zone is not documented.',
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
