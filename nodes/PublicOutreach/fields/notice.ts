import type { INodeProperties } from 'n8n-workflow';

/** A warning in the form, where n8n does not show an operation's description. */
export function notice(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}
