/** All operations of the node, for what is generated from them. */
import { resources } from '../../nodes/PublicOutreach/resources';
import type { Operation } from '../../nodes/PublicOutreach/operations/operation';
import { fs, path, repositoryRoot } from '../platform';

const RESOURCES = 'nodes/PublicOutreach/resources';

export interface NamedOperation extends Operation {
	/** The name in saved workflows and tests: `leadList.create`. */
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

/** @throws Error that names an operation's file that the registry lacks: nothing of it would be generated */
export function assertAllRegistered(): void {
	const files = fs.readdirSync(path.join(repositoryRoot, RESOURCES), { recursive: true });
	for (const file of files.map((name) => String(name).split(path.sep).join('/'))) {
		const [, resource, operation] = /^(\w+)\/(\w+)\.ts$/.exec(file) ?? [];
		if (operation === undefined) continue;
		const text = fs.readFileSync(path.join(repositoryRoot, RESOURCES, file), 'utf8');
		// Fields that belong to the operations of one resource stand beside them.
		if (!text.includes('= defineOperation(')) continue;
		if (operations.some(({ id }) => id === `${resource}.${operation}`)) continue;
		throw new Error(
			`${RESOURCES}/${file} is missing in ${RESOURCES}/index.ts, or its value is not "${operation}"`,
		);
	}
}
