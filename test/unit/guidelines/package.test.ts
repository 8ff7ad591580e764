import { z } from 'zod';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { fs, path, repositoryRoot } from '../../../dev/platform';
import { sourceFiles } from '../docs/paths';
import { action, codexFiles, read, rule, trigger, verification } from './rules';

const manifest = z
	.object({
		name: z.string(),
		license: z.string(),
		homepage: z.string(),
		keywords: z.array(z.string()),
		author: z.object({ name: z.string(), email: z.string() }),
		repository: z.object({ type: z.string(), url: z.string() }),
		peerDependencies: z.record(z.string()),
		scripts: z.record(z.string()),
		n8n: z.object({ strict: z.boolean(), nodes: z.array(z.string()) }),
	})
	.passthrough()
	.parse(JSON.parse(read('package.json')));

const links = z.array(z.object({ url: z.string() })).min(1);
const codex = z.object({
	alias: z.array(z.string()),
	node: z.string(),
	nodeVersion: z.string(),
	codexVersion: z.string(),
	categories: z.array(z.string()).min(1),
	resources: z.object({ credentialDocumentation: links, primaryDocumentation: links }),
});

const nodes = [
	['PublicOutreach', action],
	['PublicOutreachTrigger', trigger],
] as const;

const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];
const source = verification('package-source-verification');

describe.each(nodes)('the codex of %s', (name, description) => {
	const text = read(`nodes/${name}/${name}.node.json`);
	const { alias, node, nodeVersion, codexVersion, categories, resources } = codex.parse(
		JSON.parse(text),
	);

	it('is found in the node panel, and the package on npm, by the name of the product', () => {
		expect(alias).toContain('Seleqt');
		expect(manifest.keywords).toContain('seleqt');
	});

	rule(codexFiles('node-categories'), 'has categories of the list alone', () => {
		expect(categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	});

	rule(codexFiles('node-codex-files'), 'names the package and the version of the node', () => {
		expect(node).toBe(`${manifest.name}.${description.name}`);
		expect(Number(nodeVersion)).toBe(description.version);
		expect(codexVersion).toBe('1.0');
	});

	/** n8n's editor (2.41, NodeSettingsTabs) appends "?utm_source=…" as text, whatever the URL ends with. */
	it('has documentation URLs that lead to the same page when a query is appended', () => {
		const linked = Object.values(resources).flatMap((all) => all.map(({ url }) => url));
		for (const url of [new PublicOutreachApi().documentationUrl, ...linked]) {
			const { protocol, search, hash } = new URL(url);
			expect([url, protocol, search, hash]).toEqual([url, 'https:', '', '']);
		}
	});
});

describe('the package', () => {
	rule(source, 'has the license MIT', () => {
		expect(manifest.license).toBe('MIT');
		expect(read('LICENSE')).toMatch(/^MIT License/);
	});

	rule(source, 'leads to its repository on GitHub', () => {
		expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/);
		const page = manifest.repository.url.replace(/^git\+|\.git$/g, '');
		expect(manifest.homepage.startsWith(page)).toBe(true);
		expect(manifest.author.email).toContain('@');
	});

	rule(source, 'is published by a workflow, with provenance', () => {
		const workflow = read('.github/workflows/publish.yml');

		expect(workflow).toMatch(/^\s+id-token: write$/m);
		expect(workflow).toMatch(/npm publish --provenance /);
	});

	rule(
		verification('use-the-n8n-node-tool'),
		'is built by it, and has name and keyword of a community node',
		() => {
			expect(manifest.name).toMatch(/^n8n-nodes-[a-z-]+$/);
			expect(manifest.keywords).toContain('n8n-community-node-package');
			expect(manifest.n8n.strict).toBe(true);
			expect(manifest.scripts.build).toBe('n8n-node build');
		},
	);

	rule(verification('no-external-dependencies'), 'needs nothing at run time but n8n itself', () => {
		for (const kind of ['dependencies', 'optionalDependencies', 'bundledDependencies']) {
			expect(manifest).not.toHaveProperty(kind);
		}
		expect(Object.keys(manifest.peerDependencies)).toEqual(['n8n-workflow']);
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
	});

	rule(verification('proper-documentation'), 'describes usage, examples, the credential', () => {
		expect(read('README.md')).toMatch(/^## Connect$[^]*^## First workflow$/m);
		expect(fs.readdirSync(path.join(repositoryRoot, 'examples')).length).toBeGreaterThan(5);
	});

	rule(verification('node-types'), 'integrates one service, by one credential', () => {
		for (const [, { credentials }] of nodes) {
			expect(credentials).toEqual([{ name: 'publicOutreachApi', required: true }]);
		}
		expect(manifest.n8n.nodes).toHaveLength(nodes.length);
	});
});

const no = verification('no-access-to-environment-variables-or-file-system');

/** The linter refuses both (no-restricted-globals, no-restricted-imports), unless it is turned off. */
rule(no, 'no shipped file reads the environment or files, or turns the linter off', () => {
	expect(sourceFiles.length).toBeGreaterThan(100);
	for (const file of sourceFiles) {
		expect([file, /eslint-disable|process\.env|from '(node:)?fs/.test(read(file))]).toEqual([
			file,
			false,
		]);
	}
});
