import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { choicesOf, fieldsIn, type Found } from '../operations/properties';

export { read } from '../docs/paths';

const DOCS = 'https://docs.n8n.io/connect/create-nodes';
const REFERENCE = `${DOCS}/build-your-node/reference`;

/** The pages of n8n that hold the rules, by section. */
export const ux = (section: string) => `${REFERENCE}/ux-guidelines#${section}`;
export const design = (section: string) => `${DOCS}/plan-your-node/node-ui-design#${section}`;
export const verification = (section: string) => `${REFERENCE}/verification-guidelines#${section}`;
export const codexFiles = (section: string) => `${REFERENCE}/codex-files#${section}`;
export const standard = (section: string) =>
	`${REFERENCE}/base-files/standard-parameters#${section}`;

/** A rule of n8n as a test, with the place where n8n states it. */
export function rule(url: string, says: string, test: () => void): void {
	it(`${says} (${url})`, test);
}

export const action = new PublicOutreach().description;
export const trigger = new PublicOutreachTrigger().description;
export const credential = new PublicOutreachApi();

/** The fields of the trigger and the credential. */
export const otherFields: Found[] = fieldsIn([...trigger.properties, ...credential.properties]);
export const allFields: Found[] = [...fieldsIn(action.properties), ...otherFields];

/** The choices of all lists, with where each is. */
export const allChoices: Array<{ where: string; choice: INodePropertyOptions }> = allFields.flatMap(
	({ where, property }) =>
		choicesOf(property).map((choice) => ({ where: `${where}: ${choice.name}`, choice })),
);

export const operations = allChoices.filter(({ where }) => / operation: /.test(where));
export const notices: INodeProperties[] = [...action.properties, ...trigger.properties].filter(
	({ type }) => type === 'notice',
);
