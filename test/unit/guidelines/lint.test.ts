import { z } from 'zod';
import { programOf } from '../../../dev/commands';
import { childProcess, process, repositoryRoot } from '../../../dev/platform';
import { action, rule, verification } from './rules';

const CONFIGURATION = 'test/unit/guidelines/newest.eslint.config.mjs';
const FILE = 'nodes/PublicOutreach/PublicOutreach.node.ts';
/** The rules of the two releases. */
const PLUGINS = ['n8n-nodes-base', 'newest'];

const messages = z.array(z.object({ ruleId: z.string().nullable(), line: z.number() }));
const results = z.tuple([z.object({ messages })]);

/** A value as TypeScript, with the keys unquoted where that is possible: rules look for identifiers. */
function literalOf(value: unknown): string {
	return JSON.stringify(value)
		.replace(/\{"([A-Za-z_]\w*)":/g, '{ $1: ')
		.replace(/,"([A-Za-z_]\w*)":/g, ',\n$1: ');
}

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

/** What the linter finds in a text: rule and line. */
function lint(text: string): string[] {
	const { stdout, stderr } = childProcess.spawnSync(
		programOf('eslint'),
		['--config', CONFIGURATION, '--format', 'json', '--stdin', '--stdin-filename', FILE],
		{
			cwd: repositoryRoot,
			input: text,
			encoding: 'utf8',
			maxBuffer: 64_000_000,
			// With "test", the plugin takes every file for one of its own tests.
			env: { ...process.env, NODE_ENV: 'production' },
		},
	);
	if (stdout === '') throw new Error(`The linter said nothing: ${stderr}`);
	const lines = text.split('\n');
	const [result] = results.parse(JSON.parse(stdout));
	return result.messages.map(({ ruleId, line }) => `${ruleId} ${lines[line - 1]?.trim()}`);
}

/** Each is explained in docs/verification.md, under Deviations. */
const KNOWN = [
	/node-param-options-type-unsorted-items .*"Campaign"/,
	/node-param-multi-options-type-unsorted-items .*"Monday"/,
	/node-param-operation-option-action-miscased .*"Enrich a lead list \(spends credits\)"/,
	/node-param-description-miscased-id .*an array of objects with an \\"id\\"/,
];

rule(verification('follow-n8n-best-practices'), 'the pinned and the newest rules pass', () => {
	const found = lint(written());
	expect(found.filter((one) => !KNOWN.some((known) => known.test(one)))).toEqual([]);
	// What is explained must still be there, or its explanation is out of date.
	for (const known of KNOWN) {
		const plugins = found.filter((one) => known.test(one)).map((one) => one.split('/')[0]);
		expect([...new Set(plugins)].sort()).toEqual(PLUGINS);
	}
});
