/** Lints a text with several configurations of ESLint, of which loading takes the longest. */
import { argv, stdin, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const [filePath, ...configurations] = argv.slice(2);
const code = await text(stdin);
const results = [];
for (const overrideConfigFile of configurations) {
	const [{ messages }] = await new ESLint({ overrideConfigFile }).lintText(code, { filePath });
	results.push(messages);
}
stdout.write(JSON.stringify(results));
