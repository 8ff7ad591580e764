/** One documented feature or behaviour of the service, and how this package covers it. */
export interface Line {
	/** What the document says, quoted where it is short. */
	says: string;
	/** What implements it: operations as `resource.operation`, or files of the package. */
	servedBy: string[];
	/** Tests of it: file and title. An operation's own tests need not be listed. */
	tests?: Array<[file: string, title: string]>;
	/** Where it is documented, if not where its section is. */
	source?: string;
}

export interface Section {
	title: string;
	/** Text before the table. */
	note?: string;
	/** Where its lines are documented that name no other source. */
	source?: string;
	lines: Line[];
}
