import { formatDuration } from '../../../nodes/shared/api/errors/problem';

describe('a duration as text', () => {
	it.each([
		[1, '1 s'],
		[61_000, '61 s'],
		[119_001, '120 s'],
		[120_000, '2 min'],
		[600_000, '10 min'],
		[7_140_000, '119 min'],
		[7_200_000, '2 h'],
		[172_800_000, '2 days'],
		[1e12, 'more than a year'],
		[Infinity, 'more than a year'],
	])('%d ms: %s', (ms, words) => {
		expect(formatDuration(ms)).toBe(words);
	});
});
