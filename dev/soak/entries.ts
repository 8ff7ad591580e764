/** How many identifiers n8n's deduplication store holds, read from its SQLite file. */
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { path } from '../platform';
import { outputOf } from '../processes';

const countsSchema = z.array(z.number());

/** Node 20 has no SQLite; the Node that n8n runs on has. */
const PROGRAM = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true });
const rows = database.prepare('SELECT value FROM processed_data').all();
process.stdout.write(JSON.stringify(rows.map(({ value }) => JSON.parse(value).data.length)));
`;

/** The number of entries for each node that has any. */
export async function storedEntries(userFolder: string): Promise<number[]> {
	const { node } = await ensureN8n();
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	return countsSchema.parse(JSON.parse(await outputOf(node, ['-e', PROGRAM, file])));
}
