/** Not imported in dev/n8n: below its package.json, which pins n8n, the linter knows no other dependencies. */
export { parse as parseFlatted } from 'flatted';
