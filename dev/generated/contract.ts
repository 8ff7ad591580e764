/** The parameters that saved workflows depend on, as a committed snapshot. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { fs, path, repositoryRoot } from '../platform';
import { operations } from './operations';

export const CONTRACT_FILE = 'test/unit/operations/contract.json';

export type Contract = Record<string, string[]>;

/** Inside of a collection, parameters follow its name. */
function namesOf(properties: INodeProperties[], prefix = ''): string[] {
	return properties.flatMap(({ name, options = [] }) => [
		`${prefix}${name}`,
		...options.flatMap((option) => {
			if ('type' in option) return namesOf([option], `${prefix}${name}.`);
			if (!('values' in option)) return [];
			const group = `${prefix}${name}.${option.name}`;
			return [group, ...namesOf(option.values, `${group}.`)];
		}),
	]);
}

/** The parameters of the operations as they are now. */
export function presentContract(): Contract {
	return Object.fromEntries(
		operations.map(({ id, properties }) => [
			id,
			namesOf(properties.filter(({ type }) => type !== 'notice')),
		]),
	);
}

export function committedContract(): Contract {
	const text = fs.readFileSync(path.join(repositoryRoot, CONTRACT_FILE), 'utf8');
	return z.record(z.string(), z.array(z.string())).parse(JSON.parse(text));
}

/**
 * The snapshot with new operations added. Its other entries stay as they are: to rename or remove a parameter,
 * change the snapshot by hand.
 */
export function extendedContract(): string {
	const contract = { ...presentContract(), ...committedContract() };
	const sorted = Object.entries(contract).sort(([one], [other]) => one.localeCompare(other, 'en'));
	return `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`;
}
