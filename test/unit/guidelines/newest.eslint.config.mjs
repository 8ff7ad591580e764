/** The project's linter, with each of n8n's rules once more, from its newest release. */
import { config } from '@n8n/node-cli/eslint';
import newest from 'eslint-plugin-n8n-nodes-base-2';

const PINNED = /^n8n-nodes-base\//;

const again = config.map(({ files, rules = {} }) => ({
	...(files && { files }),
	plugins: { newest },
	rules: Object.fromEntries(
		Object.entries(rules)
			.filter(([name]) => PINNED.test(name))
			.map(([name, level]) => [name.replace(PINNED, 'newest/'), level]),
	),
}));

export default [...config, ...again];
