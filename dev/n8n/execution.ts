/** The results of one execution, in a form for tests and the demonstration. */
import { z } from 'zod';
import { parseFlatted } from '../flatted';

export const executionSummarySchema = z
	.object({ id: z.string(), status: z.string(), mode: z.string() })
	.passthrough();

/** n8n stores the data of a run as one text in which nothing stands twice (its library `flatted`). */
export const storedExecutionSchema = executionSummarySchema.extend({ data: z.string() });

const errorSchema = z
	.object({ message: z.string(), description: z.string().nullish() })
	.passthrough();

const itemSchema = z
	.object({ json: z.record(z.unknown()), pairedItem: z.unknown().optional() })
	.passthrough();

const nodeRunSchema = z
	.object({
		data: z
			.object({ main: z.array(z.array(itemSchema).nullable()).optional() })
			.passthrough()
			.optional(),
		error: errorSchema.optional(),
		hints: z.array(z.object({ message: z.string() })).optional(),
	})
	.passthrough();

const ENDED = ['success', 'error', 'crashed', 'canceled'];

export const hasEnded = (status: string): boolean => ENDED.includes(status);

/** The nodes that run next, each with its input. */
const stackSchema = z.array(
	z.object({ data: z.object({ main: z.array(z.array(itemSchema).nullish()).optional() }) }),
);

const runSchema = z.object({
	executionData: z.object({ nodeExecutionStack: stackSchema.optional() }).nullish(),
	resultData: z.object({
		runData: z.record(z.array(nodeRunSchema)),
		error: errorSchema.optional(),
	}),
});

export type ExecutionSummary = z.infer<typeof executionSummarySchema>;
export type ExecutionItem = z.infer<typeof itemSchema>;
export type ExecutionError = z.infer<typeof errorSchema>;

export interface Execution {
	id: string;
	/** `success`, `error`, `running`, … */
	status: string;
	/** `manual`, `webhook`, … */
	mode: string;
	/** Whether any node has. */
	hasRun: boolean;
	/** The items of what is to run next: what an execution begins with, until something has run. */
	waiting: ExecutionItem[];
	/** The items that a node put out at an output, by default its first one, all its runs together. */
	items(nodeName: string, output?: number): ExecutionItem[];
	/** The hints at the output of a node. */
	hints(nodeName: string): string[];
	/** The error of a node, or of the whole execution if no node is named. */
	error(nodeName?: string): ExecutionError | undefined;
}

export function readExecution(stored: z.infer<typeof storedExecutionSchema>): Execution {
	const { executionData, resultData } = runSchema.parse(parseFlatted(stored.data));
	const { runData, error } = resultData;
	const stack = executionData?.nodeExecutionStack ?? [];
	const runsOf = (nodeName: string) => runData[nodeName] ?? [];
	return {
		id: stored.id,
		status: stored.status,
		mode: stored.mode,
		hasRun: Object.keys(runData).length > 0,
		waiting: stack.flatMap(({ data }) => (data.main ?? []).flatMap((items) => items ?? [])),
		items: (nodeName, output = 0) =>
			runsOf(nodeName).flatMap((run) => run.data?.main?.[output] ?? []),
		hints: (nodeName) =>
			runsOf(nodeName).flatMap(({ hints }) => (hints ?? []).map(({ message }) => message)),
		error: (nodeName) =>
			nodeName === undefined ? error : runsOf(nodeName).find((run) => run.error)?.error,
	};
}
