import fc from 'fast-check';
import { isUnclosed } from '../../../nodes/shared/parameters/braces';
import {
	firstPlaceholder,
	placeholderProblem,
	protectPlaceholders,
} from '../../../nodes/shared/parameters/templates';
import { actionNode, NODE_NAME, workflowWith } from '../../support/engine';
import { numRuns } from '../../properties';

const { expression: ofN8n } = workflowWith(actionNode({}));

/** What n8n itself makes of an expression. */
function evaluated(expression: string): unknown {
	return ofN8n.getParameterValue(expression, null, 0, 0, NODE_NAME, [], 'manual', {});
}

/** Words without braces, and without backslashes, by which n8n escapes them. */
const prose = fc.string({ maxLength: 12 }).map((text) => text.replace(/[{}\\]/g, ''));
const words = fc.constantFrom('', ' ', 'Hi ', ', ', '<p>It is 5 > 3</p>', 'a\nb', "don't");

const name = fc
	.stringMatching(/^[a-z][a-z0-9_]{0,11}$/)
	.filter((text) => !['true', 'false', 'null', 'undefined'].includes(text));
/** Other names that a service may have: with dashes, dots, spaces and letters of any language. */
const otherName = fc
	.tuple(name, fc.constantFrom('-', '.', ' ', 'ä', '|'), name)
	.map((parts) => parts.join(''));
const fallback = fc.constantFrom('', '|"there"', " | default: 'you'", ' ?? "n/a"');
const placeholder = fc
	.tuple(fc.constantFrom('', ' '), fc.oneof(name, otherName), fallback)
	.map(([space, text, instead]) => `{{${space}${text}${instead}${space}}}`);

const SELECTORS = ['.a', '@media(max-width:600px)', 'td > a:hover ', '@media print{.b', '#c\n'];

/** A block of a style sheet: its declarations and the blocks in it, braces as close as may be. */
const { block } = fc.letrec<{ block: string; inside: string }>((tie) => ({
	inside: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom('', 'color:red', ' margin:0; '),
		placeholder.map((text) => `color:${text}`),
		tie('block'),
	),
	block: fc
		.tuple(fc.constantFrom(...SELECTORS), fc.array(tie('inside'), { maxLength: 3 }))
		.map(([selector, all]) => {
			const ends = selector.includes('{') ? '}}' : '}';
			return `${selector}{${all.join(';')}${ends}`;
		}),
}));

const textOf = (...parts: Array<fc.Arbitrary<string>>) =>
	fc.array(fc.oneof(...parts), { maxLength: 6 }).map((all) => all.join(''));
const template = textOf(prose, placeholder, block);

const TYPOS = [
	'{{first_name',
	'{{first_name}',
	'{{ first_name } ',
	'{first_name}}',
	'{ first_name }}',
];

describe('a template whose placeholders are closed', () => {
	it('is fine, whatever stands between them', () => {
		fc.assert(
			fc.property(template, (text) => {
				expect(placeholderProblem(text)).toBeUndefined();
			}),
			numRuns(2_000),
		);
	});

	it('comes out of n8n as it was typed, in an expression too', () => {
		fc.assert(
			fc.property(template, (text) => {
				expect(isUnclosed(`=${text}`)).toBe(false);
				expect(evaluated(protectPlaceholders(`=${text}`))).toBe(text);
			}),
			numRuns(300),
		);
	});

	it.each([
		'<style>@media(max-width:600px){.a{color:red}}</style>Hi {{first_name}}',
		'<style>@media print{.a{color:{{brand_color}}}}</style>',
		'@media print{.a{}}',
		'{"a":{"b":1}}',
		'a { b } c } d',
	])('is for instance %s', (text) => {
		expect(placeholderProblem(text)).toBeUndefined();
	});
});

it.each([
	'={{ $json.first_name }}',
	'={{ first_name || $json.name }}',
	"={{ 'first_name' }}",
	'={{ "first" + "_name" }}',
	'={{ `first_name` }}',
	'={{ 5 }}',
	'={{ -1.5e3 }}',
	'={{ [1, 2][0] }}',
	'={{ true }}',
	'={{ null }}',
	'={{ ({ a: 1 }).a }}',
	"={{ 'a b'.split(' ').map((word) => word.length) }}",
	'={{ new Date(0) }}',
	'={{ DateTime.now() }}',
	'={{ JSON.stringify(first_name) }}',
	'={{ parseInt("5") }}',
	'={{ min(1, 2) }}',
	"={{ '{{first_name\\}}' }}",
])('an expression of n8n stays as it is: %s', (expression) => {
	expect(protectPlaceholders(expression)).toBe(expression);
	expect(firstPlaceholder(expression)).toBeUndefined();
});

describe('a template with a placeholder that is not closed', () => {
	const broken = fc.tuple(
		textOf(words, placeholder, block),
		fc.constantFrom(...TYPOS),
		textOf(words, placeholder, block).map((text) => ` ${text}`),
	);

	it('is refused, whatever stands around it', () => {
		fc.assert(
			fc.property(broken, (parts) => {
				expect(placeholderProblem(parts.join(''))).toMatch(/^every /);
			}),
			numRuns(2_000),
		);
	});

	it('does not get past n8n in an expression either', () => {
		fc.assert(
			fc.property(broken, (parts) => {
				const text = `=${parts.join('')}`;
				const isRefused = () => {
					if (isUnclosed(text)) return true;
					const value = evaluated(protectPlaceholders(text));
					return placeholderProblem(String(value)) !== undefined;
				};
				let refused: boolean;
				try {
					refused = isRefused();
				} catch {
					// n8n's own error, such as "invalid syntax".
					refused = true;
				}
				expect(refused).toBe(true);
			}),
			numRuns(300),
		);
	});

	it.each([
		['Hi {{first_name', /^every \{\{ to be closed by \}\}/],
		['Hi {{first_name}', /^every \{\{ to be closed by \}\}/],
		['Hi {{first_name <style>@media print{.a{color:red}}</style>', /^every \{\{ to be closed/],
		['Hi {first_name}}', /^every placeholder to be opened by \{\{/],
		['Hi {{first_name}}, last_name}}', /^every placeholder to be opened by \{\{/],
		['a { b } c }} d', /^every placeholder to be opened by \{\{/],
		['Hi first_name }}', /^every placeholder to be opened by \{\{/],
		['Hi {x}, last_name}}', /^every placeholder to be opened by \{\{/],
		['Hi { first-name}}', /^every placeholder to be opened by \{\{/],
		['} Hi {{first_name}}, at {company}, last_name}}', /^every placeholder to be opened by \{\{/],
		['{{a {{b}} }}', /^every \{\{ to be closed/],
		['Hi {{}}', /^a name in every placeholder/],
		['Hi {{  }}', /^a name in every placeholder/],
	])('is for instance %s', (text, problem) => {
		expect(placeholderProblem(text)).toMatch(problem);
	});
});
