/** A table as prettier writes it: columns of equal width. */
export function table(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_cell, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const lineOf = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = [], ...body] = rows;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}

/** A page with another table between `<!-- name -->` and `<!-- /name -->`. */
export function withTable(page: string, name: string, rows: string[][]): string {
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [before, rest] = page.split(start, 2);
	const [, after] = (rest ?? '').split(end, 2);
	if (before === undefined || after === undefined) throw new Error(`The page has no ${start}`);
	return `${before}${start}\n\n${table(rows)}\n\n${end}${after}`;
}
