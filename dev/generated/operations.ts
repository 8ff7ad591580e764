/** All operations of the node, for what is generated from them. */
import { resources } from '../../nodes/PublicOutreach/resources';
import type { Operation } from '../../nodes/shared/operations/operation';

export interface NamedOperation extends Operation {
	/** As saved workflows and tests name it: `leadList.create`. */
	id: string;
	/** The name of its resource, as shown. */
	resource: string;
	/** Whether it rests on public material beyond the reference. */
	isExtended: boolean;
}

export const operations: NamedOperation[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		...operation,
		id: `${resource.value}.${operation.value}`,
		resource: resource.name,
		isExtended: !operation.source.startsWith('reference'),
	})),
);
