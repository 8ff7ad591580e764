import { committedContract, presentContract } from '../../../dev/generated/contract';
import { PublicOutreach } from '../../../nodes/PublicOutreach/PublicOutreach.node';
import { isField } from './properties';

const LOCATORS = ['apiKeyId', 'campaignId', 'leadListId', 'prospectId', 'stepId'];

const { description } = new PublicOutreach();
const present = presentContract();

describe('what saved workflows depend on', () => {
	it('is the name of the node', () => {
		expect(description).toMatchObject({ name: 'publicOutreach', version: 1 });
		expect(description.displayName).toBe('Public Outreach');
	});

	it('is the set of operations: for a new one run npx tsx dev/generated/main.ts', () => {
		expect(Object.keys(committedContract()).sort()).toEqual(Object.keys(present).sort());
	});

	it.each(Object.entries(committedContract()))('are the parameters of %s', (name, parameters) => {
		expect(present[name]).toEqual(parameters);
		expect(parameters).toContain('options.timeout');
	});

	it('are the parameters that choose from a list', () => {
		const fields = description.properties.filter(isField);
		const chosen = fields.filter(({ type }) => type === 'resourceLocator');

		expect([...new Set(chosen.map(({ name }) => name))].sort()).toEqual(LOCATORS);
		for (const { name, type } of fields) {
			if (LOCATORS.includes(name)) expect([name, type]).toEqual([name, 'resourceLocator']);
		}
	});
});
