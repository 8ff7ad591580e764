/** The project's linter with the newest release of n8n's rules in place of the one that it pins. */
import { config } from '@n8n/node-cli/eslint';
import newest from 'eslint-plugin-n8n-nodes-base-2';

const NAME = 'n8n-nodes-base';

export default config.map((entry) =>
	entry.plugins?.[NAME] ? { ...entry, plugins: { ...entry.plugins, [NAME]: newest } } : entry,
);
