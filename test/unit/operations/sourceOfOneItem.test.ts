import { sourceOfOneItem } from '../../../nodes/PublicOutreach/fields/items';

function sourceOf(saved: unknown, evaluate: (expression: string) => unknown) {
	return sourceOfOneItem({ saved: () => saved, evaluate }, 'prospectIds');
}

it.each([
	["={{ $('Search').item.json.id }}", "'Search'", 'id'],
	['={{$("A (b)").item.json.company.id}}', '"A (b)"', 'company.id'],
	["={{ $('Bob\\'s').item.json.id }}", "'Bob\\'s'", 'id'],
])('is the node of whose items %s reads one, and their number', (saved, quotedNode, field) => {
	const evaluated: string[] = [];
	const evaluate = (expression: string) => evaluated.push(expression) + 2;

	const all = `{{ $(${quotedNode}).all().map((item) => item.json.${field}) }}`;
	expect(sourceOf(saved, evaluate)).toEqual({ quotedNode, count: 3, all });
	expect(evaluated).toEqual([`={{ $(${quotedNode}).all().length }}`]);
});

it.each([
	'5001',
	'={{ $json.id }}',
	"={{ [$('A').item.json.id, $('B').item.json.id] }}",
	"={{ $('Search').all().map((item) => item.json.id) }}",
])('is none for %s', (saved) => {
	expect(sourceOf(saved, () => 3)).toBeUndefined();
});

it('is none where n8n cannot tell the items: what has been sent must not fail', () => {
	const evaluate = () => {
		throw new Error('No execution data available');
	};

	expect(sourceOf("={{ $('Search').item.json.id }}", evaluate)).toBeUndefined();
});
