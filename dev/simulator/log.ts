export interface LoggedRequest {
	id: number;
	/** Arrival, epoch milliseconds. */
	at: number;
	method: string;
	/** Without the query. */
	path: string;
	/** Raw, without `?`. */
	query: string;
	/** `x-api-key` shows its prefix only. */
	headers: Record<string, string>;
	/** Raw text, '' when there was none. */
	body: string;
	/** 0 until the response is sent, and for ever if the connection was dropped or held. */
	status: number;
	/** Prefix of the key, or ''. */
	key: string;
}

export interface LoggedDelivery {
	id: number;
	at: number;
	/** Whose slot it went to. */
	user: string;
	url: string;
	body: string;
	/** 0 when it could not be delivered; `response` then gives the reason. */
	status: number;
	response: string;
}

const maximumRows = 100_000;

/** Rows in order of arrival, bounded, since the simulator may run for days. */
export class Log<Row> {
	readonly rows: Row[] = [];

	private lastId = 0;

	add(build: (id: number) => Row): Row {
		this.lastId += 1;
		const row = build(this.lastId);
		this.rows.push(row);
		// A tenth at a time, so that a full log is not spliced on every request.
		if (this.rows.length > maximumRows) this.rows.splice(0, maximumRows / 10);
		return row;
	}

	clear(): void {
		this.rows.length = 0;
	}
}
