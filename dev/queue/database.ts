/** A temporary database for one run. */
import { z } from 'zod';
import { crypto } from '../platform';
import { connectToPostgres } from './clients';

export interface Database {
	url: URL;
	/** One statement on a new connection, so that a server restart does not affect later ones. */
	rows<Schema extends z.ZodTypeAny>(
		schema: Schema,
		statement: string,
		values?: unknown[],
	): Promise<Array<z.output<Schema>>>;
	drop(): Promise<void>;
}

/** @param server URL of a database on the server, whose user may create databases */
export async function createDatabase(server: URL): Promise<Database> {
	const name = `n8n_queue_${crypto.randomUUID().slice(0, 8)}`;
	await query(server, `CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return {
		url,
		rows: async (schema, statement, values) =>
			z.array(schema).parse(await query(url, statement, values)),
		drop: async () => {
			await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		},
	};
}

async function query(url: URL, statement: string, values?: unknown[]): Promise<unknown[]> {
	const client = await connectToPostgres(url);
	try {
		return (await client.query(statement, values)).rows;
	} finally {
		await client.end();
	}
}
