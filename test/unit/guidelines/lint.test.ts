import { z } from 'zod';
import { childProcess, path, process, repositoryRoot } from '../../../dev/platform';
import { literalOf } from './literal';
import { action, rule, verification } from './rules';

const ESLINT = path.join(repositoryRoot, 'node_modules/eslint/bin/eslint.js');
const NEWEST = path.join(repositoryRoot, 'test/unit/guidelines/newest.eslint.config.mjs');
const FILE = 'nodes/PublicOutreach/PublicOutreach.node.ts';

const reports = z.tuple([
	z.object({
		messages: z.array(z.object({ ruleId: z.string().nullable(), line: z.number() })),
	}),
]);

/** The node with its description written out: the linter cannot see what is computed. */
function written(): string {
	const { inputs, outputs, ...description } = action;
	expect([inputs, outputs]).toEqual([['main'], ['main']]);
	const connections = 'inputs: [NodeConnectionTypes.Main],\noutputs: [NodeConnectionTypes.Main],\n';
	return `import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData,
			type INodeType, type INodeTypeDescription } from 'n8n-workflow';
		export class PublicOutreach implements INodeType {
			description: INodeTypeDescription = ${literalOf(description).replace('{', `{ ${connections}`)};
			async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				return [this.getInputData()];
			}
		}
	`;
}

/** What the linter finds in a text that stands in the place of a file: rule and line. */
function lint(text: string, file: string, ...options: string[]): string[] {
	options.push('--stdin', '--stdin-filename', file, '--format', 'json');
	const { stdout, stderr } = childProcess.spawnSync(process.execPath, [ESLINT, ...options], {
		cwd: repositoryRoot,
		input: text,
		encoding: 'utf8',
		maxBuffer: 64_000_000,
		// With "test", the plugin takes every file for one of its own tests.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	if (stdout === '') throw new Error(`The linter said nothing: ${stderr}`);
	const [{ messages }] = reports.parse(JSON.parse(stdout));
	const lines = text.split('\n');
	return messages.map(({ ruleId, line }) => `${ruleId} ${lines[line - 1]?.trim()}`);
}

/** Each is explained in docs/verification.md, under Deviations. */
const KNOWN = [
	/node-param-options-type-unsorted-items .*"API Key"/,
	/node-param-multi-options-type-unsorted-items .*"Monday"/,
	/node-param-operation-option-action-miscased .*"Enrich a lead list \(spends credits\)"/,
	/node-param-description-miscased-id .*an array of objects with an \\"id\\"/,
];

rule(
	verification('follow-n8n-best-practices'),
	'the linter passes on the computed fields too',
	() => assertKnownAlone(lint(written(), FILE)),
);

rule(
	verification('follow-n8n-best-practices'),
	"the newest release of n8n's rules passes on them as well",
	() => assertKnownAlone(lint(written(), FILE, '--config', NEWEST)),
);

/** What is explained must still be there, or its explanation is out of date. */
function assertKnownAlone(found: string[]): void {
	expect(found.filter((one) => !KNOWN.some((known) => known.test(one)))).toEqual([]);
	for (const known of KNOWN) expect(found).toContainEqual(expect.stringMatching(known));
}
