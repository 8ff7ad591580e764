import { integerAdvice, isGroupedNumber, toInteger } from '../../../nodes/shared/integers';

it.each([
	['5001', 5001],
	[' 5001\r\n', 5001],
	['5001.0', 5001],
	['5001.000', 5001],
	['0', 0],
	[1000, 1000],
	[-1, -1],
	['999', 999],
])('a whole number is read: %j', (value, number) => {
	expect(toInteger(value)).toBe(number);
	expect(integerAdvice(value)).toBeUndefined();
});

it.each([
	['5,001', 5001],
	['1.000', 1000],
	['1.000.000', 1000000],
	['5 001', 5001],
	['5\u202F001', 5001],
	["5'001", 5001],
	['5\u2019001', 5001],
	['5,001.00', 5001],
	['5.001,0', 5001],
	['1e3', 1000],
	['0x10', 16],
	['001', 1],
])('a text that can mean another number is refused, with how to write it: %s', (value, meant) => {
	expect(toInteger(value)).toBeUndefined();
	expect(integerAdvice(value)).toBe(`Write it in digits alone, such as ${meant}`);
});

it.each([
	'',
	' ',
	'five',
	'1.5',
	'-1',
	'NaN',
	'Infinity',
	'9007199254740993',
	NaN,
	1.5,
	true,
	null,
	[5],
])(
	'what is no whole number is not read, and nothing is said about how to write it: %j',
	(value) => {
		expect(toInteger(value)).toBe(undefined);
		expect(integerAdvice(value)).toBeUndefined();
	},
);

it.each(['5001', '50,01', '5001,5002', '5,001,02', '5, 001', ''])(
	'is not one number: %j',
	(text) => {
		expect(isGroupedNumber(text)).toBe(false);
	},
);
