import { z } from 'zod';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { fs, path, repositoryRoot } from '../../../dev/platform';

const link = z.object({ url: z.string() });
const codex = z.object({
	resources: z.object({
		credentialDocumentation: z.array(link).min(1),
		primaryDocumentation: z.array(link).min(1),
	}),
});

const urlsOf = (node: string): string[] => {
	const file = path.join(repositoryRoot, 'nodes', node, `${node}.node.json`);
	const { resources } = codex.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
	return [...resources.credentialDocumentation, ...resources.primaryDocumentation].map(
		({ url }) => url,
	);
};

/** n8n's editor (2.41, NodeSettingsTabs) appends "?utm_source=…" as text, whatever the URL ends with. */
describe('a documentation URL', () => {
	it.each([
		...new Set([
			new PublicOutreachApi().documentationUrl,
			...urlsOf('PublicOutreach'),
			...urlsOf('PublicOutreachTrigger'),
		]),
	])('leads to the same page when a query is appended: %s', (text) => {
		const url = new URL(text);

		expect(url.protocol).toBe('https:');
		expect({ query: url.search, fragment: url.hash }).toEqual({ query: '', fragment: '' });
	});
});
