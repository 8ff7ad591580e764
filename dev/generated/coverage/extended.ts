import { operations } from '../operations';
import type { Section } from './line';

/** Those of the reference that also have a path that it does not name. */
const otherPaths: Section['lines'] = [
	{
		says: 'GET /api/v1/campaigns/ (workspace_id: a number or ALL)',
		servedBy: ['campaign.getAll'],
		tests: [
			['test/engine/operations/campaign.test.ts', 'ask for %s where workspaces are documented'],
		],
		source: 'extended API, 4.1',
	},
];

export const extended: Section = {
	title: 'Extended operations',
	note: 'Beyond the reference, from public material about the same API; see [extended operations](extended-operations.md).',
	lines: [
		...operations
			.filter(({ isExtended }) => isExtended)
			.map(({ id, request, source }) => ({ says: request, servedBy: [id], source })),
		...otherPaths,
	],
};
