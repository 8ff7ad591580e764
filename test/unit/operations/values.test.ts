import { expressionGave, jsonProblem } from '../../../nodes/shared/parameters/invalidValue';

const QUOTES = '. JSON has double quotes, not single ones';

it.each([
	['{"industry": }', `Unexpected token '}', "{"industry": }"`],
	['Very bad', `Unexpected token 'V', "Very bad"`],
	['{\n  "a": 1,\n  "b": yes\n}', `Unexpected token 'y', …"1, "b": yes }"`],
	['[,]', `Unexpected token ',', "[,]"`],
	[`["${'x, '.repeat(50)}", ?]`, `Unexpected token '?', …" x, x, ", ?]"`],
	['{', "Expected property name or '}', near {"],
	['{"industry":', 'Unexpected end of JSON input'],
	["{'a': 1}", `Expected property name or '}', near {'a': 1}${QUOTES}`],
	[`{"a": 'b'}`, `Unexpected token ''', "{"a": 'b'}"${QUOTES}`],
	['[1', "Expected ',' or ']' after array element, near [1"],
	['{"a": [1, null]}', undefined],
])('what is wrong with %s', (text, problem) => {
	expect(jsonProblem(text)).toBe(problem);
});

it('a value within text says how to write it', () => {
	expect(expressionGave('{"a": [object Object]}')).toMatch(/JSON\.stringify\(\$json\.field\)/);
	expect(expressionGave('no JSON')).toBe('. The expression gave no JSON');
});
