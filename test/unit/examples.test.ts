import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { exampleFiles, readExample } from '../../dev/n8n/examples';
import type { WorkflowNode } from '../../dev/n8n/workflow';
import { PublicOutreach } from '../../nodes/PublicOutreach/PublicOutreach.node';
import { PublicOutreachTrigger } from '../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';

/**
 * What n8n's gallery of templates asks of a workflow: one yellow note that explains it, white notes for its
 * sections, a title of verb, thing and place, and nothing of the account that it was made with.
 */
const STICKY = 'n8n-nodes-base.stickyNote';
/** The numbers of n8n's editor. */
const YELLOW = 1;
const WHITE = 7;
/** As large as the editor draws a node on the canvas; one that has a model below it is wider. */
const NODE_SIZE = 96;
const WIDE_NODE = 224;
const WIDE = /\.(agent|chainLlm|chatHitlTool|informationExtractor|textClassifier)$/;
/** What a screen shows so that the names of the nodes can be read. */
const WIDEST = 1800;
const LONGEST_ROW = 10;
const VERBS = /^(Add|Approve|Ask|Assign|Close|Create|Find|Remind|Report|Save|Search|Send|Sort) /;
/** Those that reply to a lead: short enough to be understood before they are trusted. */
const REPLYING = ['answer-from-slack.json', 'outreach-assistant.json'];
const PACKAGE = 'n8n-nodes-public-outreach.';
const descriptions: Record<string, INodeTypeDescription> = {
	publicOutreach: new PublicOutreach().description,
	publicOutreachTrigger: new PublicOutreachTrigger().description,
};

type Area = Record<'x' | 'y' | 'width' | 'height', number>;

const noteSchema = z.object({
	content: z.string(),
	width: z.number(),
	height: z.number(),
	color: z.number(),
});

function noteOf({ name, position: [x, y], parameters }: WorkflowNode) {
	return { name, x, y, ...noteSchema.parse(parameters) };
}

const areaOf = ({ type, position: [x, y] }: WorkflowNode): Area => ({
	x,
	y,
	width: WIDE.test(type) ? WIDE_NODE : NODE_SIZE,
	height: NODE_SIZE,
});

/** How much of two areas is the same. */
function shared(one: Area, other: Area): number {
	const along = (start: 'x' | 'y', size: 'width' | 'height') => {
		const end = Math.min(one[start] + one[size], other[start] + other[size]);
		return Math.max(0, end - Math.max(one[start], other[start]));
	};
	return along('x', 'width') * along('y', 'height');
}

/** n8n makes the tool of an agent out of the node of that name. */
function descriptionOf({ type }: WorkflowNode): INodeTypeDescription {
	const description = descriptions[type.slice(PACKAGE.length).replace(/Tool$/, '')];
	if (description === undefined) throw new Error(`The package has no ${type}`);
	return description;
}

/** What n8n keeps of a node's parameters: those that the form shows for them. */
function shown(node: WorkflowNode): object {
	const description = descriptionOf(node);
	const { parameters, typeVersion }: INode = JSON.parse(JSON.stringify(node));
	const { properties } = description;
	const version = { typeVersion };
	return (
		NodeHelpers.getNodeParameters(properties, parameters, true, false, version, description) ?? {}
	);
}

const all = exampleFiles().map((file) => ({ file, example: readExample(file) }));

describe.each(all)('$file', ({ file, example }) => {
	const notes = example.nodes.filter(({ type }) => type === STICKY).map(noteOf);
	const nodes = example.nodes.filter(({ type }) => type !== STICKY);
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE));
	const sections = notes.filter(({ color }) => color === WHITE);
	const overviews = notes.filter(({ color }) => color === YELLOW);

	it('has a title of verb, thing and place, and no other has it', () => {
		expect(example.name).toMatch(VERBS);
		expect(example.name).toMatch(/Public Outreach/);
		expect(example.name.length).toBeLessThanOrEqual(80);
		expect(all.filter((one) => one.example.name === example.name)).toHaveLength(1);
	});

	it('has one yellow note that says how it works and how to set it up, in 100 to 300 words', () => {
		expect(overviews).toHaveLength(1);
		const [{ content = '' } = {}] = overviews;
		const { length } = content.split(/\s+/).filter(Boolean);

		expect(length).toBeGreaterThanOrEqual(100);
		expect(length).toBeLessThanOrEqual(300);
		expect(content.startsWith(`## ${example.name}\n`)).toBe(true);
		expect(content).toMatch(/^### How it works$[^]*^### Setup$/m);
		expect(/community node/i.test(content)).toBe(own.length > 0);
	});

	it('has every node in one white section with a heading, and no notes on one another', () => {
		expect(sections.length + overviews.length).toBe(notes.length);
		for (const { content } of sections) expect(content).toMatch(/^## \S/);
		for (const node of nodes) {
			const area = areaOf(node);
			const around = sections.filter((one) => shared(one, area) === area.width * area.height);
			expect([node.name, around.length]).toEqual([node.name, 1]);
			const covered = nodes.filter((other) => shared(areaOf(other), area) > 0);
			expect(covered.map(({ name }) => name)).toEqual([node.name]);
		}
		for (const note of notes) {
			const touched = notes.filter((one) => shared(one, note) > 0).map(({ name }) => name);
			expect(touched).toEqual([note.name]);
		}
	});

	it('fits on a screen: a long workflow is laid out in several rows', () => {
		const ends = nodes.map(areaOf).map(({ x, width }) => x + width);
		expect(Math.max(...ends) - Math.min(...nodes.map(({ position: [x] }) => x))).toBeLessThan(
			WIDEST,
		);
		const rows = new Set(sections.map(({ y }) => y));
		expect(nodes.length / rows.size).toBeLessThanOrEqual(LONGEST_ROW);
	});

	it('has IDs of its own, so that all examples can be imported and published side by side', () => {
		const ids = (one: typeof example) =>
			one.nodes.flatMap(({ id, webhookId }) => (webhookId === undefined ? [id] : [id, webhookId]));
		const others = all.filter((one) => one.file !== file).flatMap((one) => ids(one.example));

		expect(new Set(ids(example)).size).toBe(ids(example).length);
		expect(ids(example).filter((id) => others.includes(id))).toEqual([]);
		const triggers = own.filter(({ type }) => type.endsWith('.publicOutreachTrigger'));
		for (const { webhookId } of triggers) expect(webhookId).toMatch(/^[0-9a-f-]{36}$/);
	});

	it('names credentials without IDs, and nodes by what they do', () => {
		for (const { name, credentials = {} } of example.nodes) {
			for (const credential of Object.values(credentials)) {
				expect(credential).toEqual({ name: expect.any(String) });
			}
			expect(name).not.toMatch(/^(Public Outreach|HTTP Request|Edit Fields|If|Slack)\d*$/);
		}
		for (const { credentials } of own) {
			expect(credentials).toEqual({ publicOutreachApi: { name: expect.any(String) } });
		}
	});

	it('refers in expressions to nodes that are there', () => {
		const known = example.nodes.map(({ name }) => name);
		const expressions = JSON.stringify(example.nodes.map(({ parameters }) => parameters));
		const named = [...expressions.matchAll(/\$\((?:'([^']+)'|\\"([^"\\]+)\\")\)/g)];
		const targets = named.map(([, one, other]) => one ?? other);

		expect(targets.filter((name) => name === undefined || !known.includes(name))).toEqual([]);
	});

	it('has nodes of the present version, with parameters that the form knows', () => {
		for (const node of own) {
			expect([node.name, node.typeVersion]).toEqual([node.name, descriptionOf(node).version]);
			expect(shown(node)).toMatchObject(node.parameters);
		}
	});

	it('has no deprecated "Run once for each item" of a sub-workflow', () => {
		const calls = nodes.filter(({ type }) => type.endsWith('.executeWorkflow'));

		expect(calls.filter(({ parameters }) => parameters.mode === 'each')).toEqual([]);
		expect(JSON.stringify(example)).not.toMatch(/Run once for each item/i);
	});

	if (REPLYING.includes(file)) {
		it('replies with ten nodes at most', () => {
			expect(nodes.length).toBeLessThanOrEqual(10);
		});
	}
});

it('those that reply are there', () => {
	expect(exampleFiles()).toEqual(expect.arrayContaining(REPLYING));
});
