import { asOneLine, citationsIn, commentsIn, misspeltIn, sectionsOf, sourcesIn } from './citations';
import { codeFiles, pages, read } from './paths';

const sections = sectionsOf(read('docs/api-facts.md'));
/** But for this one, whose examples are no citations. */
const files = codeFiles.filter((file) => file !== 'test/unit/docs/citations.test.ts');
const comments = files.map((file) => ({ file, texts: commentsIn(read(file)) }));
const sources = files.map((file) => ({ file, texts: sourcesIn(read(file)) }));

const cited = [
	...comments,
	...sources,
	...pages.map((file) => ({ file, texts: [asOneLine(read(file))] })),
].flatMap(({ file, texts }) => texts.flatMap(citationsIn).map((citation) => ({ file, citation })));
const citedBelow = (folder: string) => cited.filter(({ file }) => file.startsWith(folder)).length;

describe('the citations of facts about the service', () => {
	it.each([
		['nodes/', 80],
		['credentials/', 1],
		['dev/', 60],
		['test/', 2],
		['docs/', 3],
	])('are found below %s', (folder, atLeast) => {
		expect(citedBelow(folder)).toBeGreaterThanOrEqual(atLeast);
	});

	it('lead to a section of docs/api-facts.md', () => {
		const unresolved = cited.filter(({ citation }) => !sections.includes(citation));

		expect(unresolved).toEqual([]);
	});

	it('are spelled in one way', () => {
		const misspelt = comments.flatMap(({ file, texts }) =>
			texts.flatMap(misspeltIn).map((spelling) => ({ file, spelling })),
		);

		expect(misspelt).toEqual([]);
	});
});

describe('docs/api-facts.md', () => {
	it('has each section once', () => {
		expect(sections.length).toBeGreaterThan(50);
		expect([...new Set(sections)]).toEqual(sections);
	});
});

describe('a citation', () => {
	it.each([
		['(reference, Authentication 2).', ['reference, Authentication 2']],
		['Reference, Lead and Company: for', ['reference, Lead', 'reference, Company']],
		['Reference, GET /api/v1/public/chats: the', ['reference, GET /api/v1/public/chats']],
		['reference, Limits; extended API, 2.6 ', ['reference, Limits', 'extended API, 2.6']],
		['(reference, States and transitions)', ['reference, States and transitions']],
		['(extended API, 3, 4.1 and 9: keys', ['3', '4.1', '9'].map((one) => `extended API, ${one}`)],
		['Extended API, 7. As', ['extended API, 7']],
		['The reference, such as it is', []],
	])('is read: %s', (text, expected) => {
		expect(citationsIn(text)).toEqual(expected);
	});

	it('is read across the lines of a comment', () => {
		const block = '/**\n\t * Of one user (extended API,\n\t * 3 and\n\t * 9).\n\t */\nconst a = 1;';
		const lines = '\t// All of them (reference,\n\t// Events).\n';

		expect(commentsIn(block).flatMap(citationsIn)).toEqual(['extended API, 3', 'extended API, 9']);
		expect(commentsIn(lines).flatMap(citationsIn)).toEqual(['reference, Events']);
	});
});
