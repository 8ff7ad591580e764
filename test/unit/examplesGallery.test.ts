import { exampleFiles, readExample } from '../../dev/n8n/example';
import type { WorkflowDefinition, WorkflowNode } from '../../dev/n8n/workflow';
import { z } from 'zod';

/**
 * What n8n's gallery of templates asks of a workflow: one yellow note that explains it, white notes for its
 * sections, a title of verb, thing and place, and nothing of the account that it was made with.
 */
const STICKY = 'n8n-nodes-base.stickyNote';
/** The numbers of n8n's editor. */
const YELLOW = 1;
const WHITE = 7;
/** As large as the editor draws a node on the canvas. */
const NODE_SIZE = 96;
const VERBS =
	/^(Add|Answer|Ask|Classify|Close|Delete|Email|Find|Follow|Pass|React|Report|Search|Send|Thank) /;
const PLACE = /Public Outreach/;
/** Those that answer a message of a lead: short enough to be understood before they are trusted. */
const ANSWERING = [
	'acknowledge-first-message.json',
	'answer-from-slack.json',
	'answer-interested-leads.json',
	'classify-replies.json',
	'outreach-assistant.json',
];

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

const noteSchema = z.object({
	content: z.string(),
	width: z.number(),
	height: z.number(),
	color: z.number(),
});

function notesOf({ nodes }: WorkflowDefinition) {
	return nodes
		.filter(({ type }) => type === STICKY)
		.map(({ name, position: [x, y], parameters }) => ({
			name,
			x,
			y,
			...noteSchema.parse(parameters),
		}));
}

const nodesOf = ({ nodes }: WorkflowDefinition) => nodes.filter(({ type }) => type !== STICKY);

function areaOf({ position: [x, y] }: WorkflowNode): Area {
	return { x, y, width: NODE_SIZE, height: NODE_SIZE };
}

function overlap(one: Area, other: Area): boolean {
	const across = one.x < other.x + other.width && other.x < one.x + one.width;
	return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function contains(outer: Area, inner: Area): boolean {
	const across = outer.x <= inner.x && inner.x + inner.width <= outer.x + outer.width;
	return across && outer.y <= inner.y && inner.y + inner.height <= outer.y + outer.height;
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

describe.each(exampleFiles())('%s, as a template', (file) => {
	const example = readExample(file);
	const notes = notesOf(example);
	const sections = notes.filter(({ color }) => color === WHITE);
	const overviews = notes.filter(({ color }) => color === YELLOW);

	it('has a title of verb, thing and place', () => {
		expect(example.name).toMatch(VERBS);
		expect(example.name).toMatch(PLACE);
		expect(example.name.length).toBeLessThanOrEqual(80);
	});

	it('has one yellow note of 100 to 300 words that says how it works and how to set it up', () => {
		expect(overviews).toHaveLength(1);
		const [{ content = '' } = {}] = overviews;

		expect(words(content)).toBeGreaterThanOrEqual(100);
		expect(words(content)).toBeLessThanOrEqual(300);
		expect(content.startsWith(`## ${example.name}\n`)).toBe(true);
		expect(content).toMatch(/^### How it works$[^]*^### Setup$/m);
	});

	it('says that its community node has to be installed', () => {
		const isNeeded = example.nodes.some(({ type }) => type.includes('public-outreach'));

		expect(/community node/i.test(overviews[0]?.content ?? '')).toBe(isNeeded);
	});

	it('has every node in one white section with a heading', () => {
		expect(sections.length + overviews.length).toBe(notes.length);
		for (const { content } of sections) expect(content).toMatch(/^## \S/);
		for (const node of nodesOf(example)) {
			const around = sections.filter((section) => contains(section, areaOf(node)));
			expect({ node: node.name, sections: around.length }).toEqual({
				node: node.name,
				sections: 1,
			});
		}
	});

	it('has no notes that lie on one another', () => {
		const pairs = notes.flatMap((one, place) =>
			notes.slice(place + 1).map((other) => [one, other] as const),
		);
		const covered = pairs.filter(([one, other]) => overlap(one, other));

		expect(covered.map(([one, other]) => `${one.name}, ${other.name}`)).toEqual([]);
	});

	it('names credentials without IDs, and nodes by what they do', () => {
		for (const { name, credentials = {} } of example.nodes) {
			for (const credential of Object.values(credentials)) {
				expect(credential).toEqual({ name: expect.any(String) });
			}
			expect(name).not.toMatch(/^(Public Outreach|HTTP Request|Edit Fields|If|Slack)\d*$/);
		}
	});

	it('refers in expressions to nodes that are there', () => {
		const known = example.nodes.map(({ name }) => name);
		const expressions = JSON.stringify(example.nodes.map(({ parameters }) => parameters));
		const named = [...expressions.matchAll(/\$\((?:'([^']+)'|\\"([^"\\]+)\\")\)/g)];
		const targets = named.map(([, one, other]) => one ?? other);

		expect(targets.filter((name) => name === undefined || !known.includes(name))).toEqual([]);
	});
});

it('has titles that differ', () => {
	const titles = exampleFiles().map((file) => readExample(file).name);

	expect([...new Set(titles)]).toEqual(titles);
});

it.each(ANSWERING)('%s answers with ten nodes at most', (file) => {
	expect(nodesOf(readExample(file)).length).toBeLessThanOrEqual(10);
});

it.each(exampleFiles())(
	'%s has no deprecated "Run once for each item" of a sub-workflow',
	(file) => {
		const example = readExample(file);
		const calls = example.nodes.filter(({ type }) => type.endsWith('.executeWorkflow'));

		expect(calls.filter(({ parameters }) => parameters.mode === 'each')).toEqual([]);
		expect(JSON.stringify(example)).not.toMatch(/Run once for each item/i);
	},
);
