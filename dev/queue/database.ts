/** A temporary database for one run. */
import { z } from 'zod';
import { crypto } from '../platform';
import { poolOf, queryPostgres } from './clients';

/** n8n's stored data, in PostgreSQL or SQLite. */
export interface Readable {
	rows<Schema extends z.ZodTypeAny>(
		schema: Schema,
		statement: string,
		values?: unknown[],
	): Promise<Array<z.output<Schema>>>;
}

export interface Database extends Readable {
	url: URL;
	drop(): Promise<void>;
}

/** @param server URL of a database on the server, whose user may create databases */
export async function createDatabase(server: URL): Promise<Database> {
	const name = `n8n_queue_${crypto.randomUUID().slice(0, 8)}`;
	await queryPostgres(server, `CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	const pool = await poolOf(url);
	return {
		url,
		rows: async (schema, statement, values) =>
			z.array(schema).parse((await pool.query(statement, values)).rows),
		async drop() {
			await pool.end();
			await queryPostgres(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		},
	};
}
