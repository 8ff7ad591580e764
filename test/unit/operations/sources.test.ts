import { operations } from '../../../dev/generated/operations';
import { operationTables } from '../../../dev/generated/operationTables';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { cases } from '../../engine/operations/cases';
import { citationsIn, sectionsOf } from '../docs/citations';

const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

/** The operations of the endpoints that the reference shows (reference, Endpoints). */
const OF_THE_REFERENCE = [
	'campaign.getAll',
	'campaign.update',
	'campaignStep.get',
	'campaignStep.delete',
	'chat.getAll',
	'leadList.getAll',
	'leadList.create',
	'webhook.set',
	'webhook.disable',
];

describe('the tables of operations', () => {
	it.each([...operationTables()])('in %s are as they would be generated now', (file, page) => {
		expect(read(file)).toBe(page);
	});
});

describe.each(operations.map(({ id, source }) => [id, source]))('%s', (id, source) => {
	it('has a case in which it is used', () => {
		expect(Object.keys(cases)).toContain(id);
	});

	it('cites a section of docs/api-facts.md', () => {
		const citations = citationsIn(source);
		expect(citations).not.toEqual([]);
		expect(sectionsOf(read('docs/api-facts.md'))).toEqual(expect.arrayContaining(citations));
	});
});

it.each(OF_THE_REFERENCE)('%s stands on the reference', (id) => {
	expect(operations.find((operation) => operation.id === id)?.source).toMatch(/^reference, /);
});
