import { toFlag } from '../../../nodes/shared/operations/values';

describe('a flag', () => {
	it.each([
		[true, true],
		['true', true],
		[false, false],
		['false', false],
		['TRUE', true],
		[' False ', false],
	])('may be given as %j', (given, flag) => {
		expect(toFlag(given)).toBe(flag);
	});

	it.each(['', 'yes', 1, null, undefined, 'constructor', 'toString', '__proto__'])(
		'is not %j',
		(given) => {
			expect(toFlag(given)).toBeUndefined();
		},
	);
});
