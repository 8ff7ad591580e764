import type { INodeProperties } from 'n8n-workflow';

/** Options of a call to any path. */
export const callOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'Further settings of the request',
	options: [
		{
			displayName: 'Form Field Name',
			name: 'formFieldName',
			type: 'string',
			default: 'file',
			description: 'Under which name the file is sent',
		},
		{
			displayName: 'Input Data Field Name',
			name: 'inputBinaryField',
			type: 'string',
			default: 'data',
			description:
				'The input field with a file to send as a form (multipart), such as for an import. The body then holds the other fields of the form.',
		},
		{
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			options: [
				{ name: 'File', value: 'file', description: 'Output the answer as a file in "data"' },
				{ name: 'JSON', value: 'json', description: 'Output the objects of the answer' },
				{ name: 'Text', value: 'text', description: 'Output the answer as text in "data"' },
			],
			default: 'json',
			description: 'How to output what the service answers',
		},
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
	],
};
