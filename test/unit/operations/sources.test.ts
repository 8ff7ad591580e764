import { operations } from '../../../dev/generated/operations';
import { operationTables } from '../../../dev/generated/operationTables';
import { citationsIn, sectionsOf } from '../docs/citations';
import { read } from '../docs/paths';

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

it.each([...operationTables()])(
	'the tables of operations in %s are as they would be generated now',
	(file, page) => {
		expect(read(file)).toBe(page);
	},
);

it.each(operations)('$id cites a section of docs/api-facts.md', ({ source }) => {
	const citations = citationsIn(source);

	expect(citations).not.toEqual([]);
	expect(sectionsOf(read('docs/api-facts.md'))).toEqual(expect.arrayContaining(citations));
});

it.each(OF_THE_REFERENCE)('%s stands on the reference', (id) => {
	expect(operations.find((operation) => operation.id === id)?.source).toMatch(/^reference, /);
});
