import type { Parameters } from '../../shared/operations/parameters';
import type { CompletedItem } from '../../shared/operations/operation';
import { ONCE } from '../../shared/operations/hints';
import { toInteger } from '../../shared/operations/values';

/** How many prospects an item was meant to add; unknown where that is the whole list. */
function requestedCount(params: Parameters): number | undefined {
	const fields = params.collection('additionalFields');
	if (fields.has('prospectIds')) return new Set(fields.ids('prospectIds')).size;
	const amount = fields.has('amount') ? fields.integer('amount') : 0;
	return amount > 0 ? amount : undefined;
}

/** Why the service leaves prospects out (extended API, 6.5). */
function reasonsOf(params: Parameters): string {
	const most = params.integer('prospectsPerCompany');
	const company = `at most ${most} per company (Prospects per Company)`;
	const duplicates = 'nobody who is in another campaign (Allow Duplicates)';
	const reasons = params.flag('allowDuplicates') ? company : `${company}, and ${duplicates}`;
	return `The service adds ${reasons}. It may also leave out people who are in the campaign already`;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Hints at items that each took all of the same list to the same campaign, which is rarely meant. */
export function repeatedListHints(done: CompletedItem[], verb: 'add' | 'move'): string[] {
	const counts = new Map<string, number>();
	for (const { params } of done) {
		if (params.collection('additionalFields').has('prospectIds')) continue;
		const request = `lead list ${params.id('leadListId')} to campaign ${params.id('campaignId')}`;
		counts.set(request, (counts.get(request) ?? 0) + 1);
	}
	const repeated = [...counts].filter(([, count]) => count > 1);
	return repeated.map(
		([request, count]) =>
			`Each of ${count} items asked the service to ${verb} all of ${request}. ${ONCE}`,
	);
}

/** Hints when fewer prospects were, or may have been, added to a campaign than were given. */
export function addedHints(done: CompletedItem[]): string[] {
	const counted = done.flatMap(({ params, output }) => {
		const count = toInteger(output[0]?.count);
		return count === undefined ? [] : [{ params, count, given: requestedCount(params) }];
	});
	const [first] = counted;
	if (!first) return [];
	const added = sum(counted.map(({ count }) => count));
	if (counted.some(({ given }) => given === undefined)) {
		return [`Prospects added: ${added}. ${reasonsOf(first.params)}`];
	}
	const given = sum(counted.map((one) => one.given ?? 0));
	return added < given ? [`Prospects added: ${added} of ${given}. ${reasonsOf(first.params)}`] : [];
}
