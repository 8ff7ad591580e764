/** The project's linter, with each of n8n's rules once more, from its newest release. */
import newest from 'eslint-plugin-n8n-nodes-base-2';
import config from '../../../eslint.config.mjs';

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
