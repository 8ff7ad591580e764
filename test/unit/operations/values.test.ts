import { expressionGave, jsonProblem } from '../../../nodes/shared/parameters/refusals';

const QUOTES = '. JSON has double quotes, not single ones';

it.each([
	['{"industry": }', "Unexpected token '}' (line 1, column 14)"],
	['Very bad', "Unexpected token 'V' (line 1, column 1)"],
	['{\n  "a": 1,\n  "b": yes\n}', "Unexpected token 'y' (line 3, column 8)"],
	['[,]', "Unexpected token ',' (line 1, column 2)"],
	[`["${'x, '.repeat(50)}", ?]`, "Unexpected token '?' (line 1, column 156)"],
	['{', "Expected property name or '}' (line 1, column 2)"],
	['{"industry":', 'Unexpected end of JSON input'],
	["{'a': 1}", `Expected property name or '}' (line 1, column 2)${QUOTES}`],
	[`{"a": 'b'}`, `Unexpected token ''' (line 1, column 7)${QUOTES}`],
	['[1', "Expected ',' or ']' after array element (line 1, column 3)"],
	['{"a": [1, null]}', undefined],
])('what is wrong with %s, and where', (text, problem) => {
	expect(jsonProblem(text)).toBe(problem);
});

it('a value within text says how to write it', () => {
	expect(expressionGave('{"a": [object Object]}')).toMatch(/JSON\.stringify\(\$json\.field\)/);
	expect(expressionGave('no JSON')).toBe('. The expression gave no JSON');
});
