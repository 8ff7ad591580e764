/** n8n's SQLite database while n8n runs: its REST API takes processor time from what is tested. */
import { z } from 'zod';
import type { Readable } from '../queue/database';
import { path } from '../platform';
import { outputOf } from '../processes';
import { ensureN8n } from './install';

/** Node 20 has no SQLite; the Node that n8n runs on has. Parameters are $1, $2, … as in PostgreSQL. */
const PROGRAM = `
const { DatabaseSync } = require('node:sqlite');
const [, file, statement, ...values] = process.argv;
const database = new DatabaseSync(file, { timeout: 60_000 });
const parameters = Object.fromEntries(values.map((value, place) => ['$' + (place + 1), value]));
process.stdout.write(JSON.stringify(database.prepare(statement).all(parameters)));
`;

/** @param userFolder that of the n8n, whose pinned release has been installed */
export function sqliteOf(userFolder: string): Readable {
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	return {
		async rows(schema, statement, values = []) {
			const { node } = await ensureN8n();
			const args = ['-e', PROGRAM, file, statement, ...values.map(String)];
			return z.array(schema).parse(JSON.parse(await outputOf(node, args)));
		},
	};
}
