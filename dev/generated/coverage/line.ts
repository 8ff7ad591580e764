/** One line of what the service is known to offer or to do, and what this package makes of it. */
export interface Line {
	/** What the document says, in its own words where it is short. */
	says: string;
	/** What serves it: operations as `resource.operation`, or files of the package. */
	servedBy: string[];
	/** Tests that show it: file and title. An operation's own tests need not be named. */
	tests?: Array<[file: string, title: string]>;
	/** Where it stands. */
	source: string;
}

export interface Section {
	title: string;
	/** What is to be said before the table. */
	note?: string;
	lines: Line[];
}
