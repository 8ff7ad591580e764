import { z } from 'zod';
import { byId, items, run, simulator, wire } from '../operations/support';

/** What an item has, and what it lacks: `first_name`, `days`, `date` and `user` are not in it. */
const ITEM = {
	name: 'Jane',
	null: null,
	gap: '',
	blank: ' \n ',
	invisible: '\u200b\u00a0',
	text: 'This is undefined behaviour, null and void, NaN and Invalid DateTime.',
	word: 'undefined',
	zero: 0,
	nan: NaN,
	infinite: Infinity,
	never: new Date(NaN),
	no: false,
	days: 3,
	amount: '12',
	date: '2026-03-02',
	soon: 'soon',
	tags: ['fintech', 'seed'],
	none: [],
	holes: [null, ''],
	some: ['fintech', '', null, 'seed'],
	people: [{ name: 'Jane', role: 'CEO' }, { name: 'Tom' }],
	company: { name: 'Larkfield Finance', 'city name': 'Oslo' },
};

async function message(text: string) {
	const { error } = await run(
		'chat.sendMessage',
		{ prospectId: byId('5001'), message: text },
		{ items: items(ITEM) },
	);
	const [request] = simulator.current.requests;
	return error
		? { refused: error.message }
		: { sent: z.object({ message: z.string() }).parse(JSON.parse(request?.body ?? '')).message };
}

describe('a gap in a text is refused before anything is sent', () => {
	it.each([
		// A missing value becomes a word.
		["={{ 'Hi ' + $json.first_name + ', thank you' }}", '$json.first_name'],
		['={{ `Hi ${$json.first_name}!` }}', '$json.first_name'],
		["={{ 'Hi ' + $json.null + '!' }}", '$json.null'],
		["={{ 'Hi '.concat($json.first_name) }}", '$json.first_name'],
		["={{ 'Hi %'.replace('%', $json.first_name) }}", '$json.first_name'],
		["={{ String($json.first_name) + ', hi' }}", '$json.first_name'],
		['=Hi {{ String($json.null) }}', '$json.null'],
		["={{ 'hi ' + String($json.first_name).toUpperCase() }}", '$json.first_name'],
		['={{ ["Hi " + $json.first_name, "Bye"].join("\\n") }}', '$json.first_name'],
		["={{ ('Hi ' + $json.first_name).trim() }}", '$json.first_name'],
		["={{ encodeURIComponent('Hi ' + $json.first_name) }}", '$json.first_name'],
		["={{ 'At ' + $json.company.city }}", '$json.company.city'],
		["={{ 'Hi ' + $json['first name'] }}", "$json['first name']"],
		["={{ 'Hi ' + $input.item.json.first_name }}", '$input.item.json.first_name'],
		["={{ 'Hi ' + $input.first().json.first_name }}", '$input.first().json.first_name'],
		["={{ 'Hi ' + $json.user?.name }}", '$json.user?.name'],
		// One element of a list lacks a value that is printed.
		[
			"={{ $json.people.map((one) => one.name + ', ' + one.role).join('\\n') }}",
			/gives "undefined"/,
		],
		['={{ $json.people.map(({ name, role }) => `${name}: ${role}`).join() }}', /gives "undefined"/],
		// There is nothing but the word.
		["={{ '' + $json.first_name }}", '$json.first_name'],
		['={{ String($json.first_name) }}', '$json.first_name'],
		['={{ `${$json.null}` }}', '$json.null'],
		["={{ ($json.first_name || '') + $json.last_name }}", '$json.last_name'],
		// n8n prints nothing.
		['=Hi {{ $json.first_name }}, thank you', '$json.first_name'],
		['=Hi {{ $json.null }}', '$json.null'],
		['=Hi {{ $json.gap }}', '$json.gap'],
		['=Hi {{ $json.blank }}, thank you', '$json.blank'],
		["={{ 'Hi ' + $json.gap + ', thank you' }}", '$json.gap'],
		['={{ `Hi ${$json.blank},` }}', '$json.blank'],
		['=Hi {{ $json.invisible }}', '$json.invisible'],
		["={{ 'Hi ' + $json.invisible }}", '$json.invisible'],
		['=Hi {{ $json.user.name }}', '$json.user.name'],
		['=Hi {{ $json.name }}, {{ $json.first_name }}', '$json.first_name'],
		['=Hi {{\n\t// the first name\n\t$json.first_name\n}}', '$json.first_name'],
		["={{ 'Hi ' +\n\t$json.name +\n\t', ' +\n\t$json.first_name }}", '$json.first_name'],
		['=Hi {{ $json.first_name?.trim() }}', '$json.first_name'],
		['=Hi {{ $json.gap.toUpperCase() }}', '$json.gap'],
		['=Hi {{ $json.first_name ?? $json.nick }}', '$json.first_name ?? $json.nick'],
		["={{ 'Hi ' + ($json.first_name || $json.nick) }}", '$json.first_name || $json.nick'],
		["={{ $json.name ? 'Hi ' + $json.first_name : 'Hello' }}", '$json.first_name'],
		["={{ 'Hi' + ($json.first_name && ', ' + $json.first_name) }}", '$json.first_name'],
		// A condition that is not met is printed.
		["=Hi{{ $json.no && ', dear VIP' }}!", /dear VIP' \}\} gives "false"/],
		["=Hi{{ $json.days > 5 && ', dear VIP' }}!", /dear VIP' \}\} gives "false"/],
		["={{ 'Hi' + ($json.zero && ', dear VIP') }}", /dear VIP' \}\} gives "0"/],
		["={{ `Hi${$json.name && $json.no && ', dear VIP'}` }}", /dear VIP' \}\} gives "false"/],
		["={{ $json.no && 'Dear VIP' }}", /'Dear VIP' \}\} gives "false"/],
		// Lists without anything in them.
		["={{ [$json.first_name, $json.last_name].join(', ') + ' hi' }}", '$json.first_name'],
		['=Tags: {{ $json.none }}', '$json.none'],
		['=Tags: {{ $json.holes }}', '$json.holes'],
		["=Tags: {{ $json.none.join(', ') }}", '$json.none'],
		["=Tags: {{ $json.holes.join(', ') }}", '$json.holes'],
		["={{ 'Tags: ' + $json.none }}", '$json.none'],
		["={{ ['Hi', $json.first_name].join(' ') }}", '$json.first_name'],
		["={{ [$json.gap, 'Oslo'].join(', ') }}", '$json.gap'],
		["={{ ['Hi', $json.name, 'of', $json.null].join(' ') }}", '$json.null'],
		// A separator is left that shows.
		["={{ [$json.name, $json.city].join(', ') }}", '$json.city'],
		["=For {{ [$json.gap, $json.name].join(' - ') }}", '$json.gap'],
		['={{ [$json.name, $json.city].join() }}', '$json.city'],
		["=Tags: {{ $json.some.join(', ') }}", /\$json\.some \}\} has an empty element/],
		["={{ $json.people.map((one) => one.role).join('; ') }}", /has an empty element/],
		['={{ [\n\t$json.name,\n\t$json.company.city,\n].join("|") }}', '$json.company.city'],
		["=For {{ [$json.first_name].filter(Boolean).join(' ') }}", '$json.first_name'],
		// Numbers and dates that are none.
		['=In {{ $json.hours * 2 }} days', '$json.hours'],
		["={{ 'In ' + ($json.hours + 1) + ' days' }}", '$json.hours'],
		['=In {{ $json.null * 2 }} days', '$json.null'],
		[
			"={{ 'In ' + parseInt($json.soon) + ' days' }}",
			/\{\{ parseInt\(\$json\.soon\) \}\} is not a number/,
		],
		['=In {{ $json.soon / 2 }} days', /is not a number/],
		['=In {{ $json.nan }} days', /\{\{ \$json\.nan \}\} is not a number/],
		['=In {{ $json.infinite }} days', /\{\{ \$json\.infinite \}\} is not a number/],
		['=On {{ $json.never }}', /\{\{ \$json\.never \}\} is not a valid date/],
		['=In {{ Number($json.first_name).toFixed(1) }} days', '$json.first_name'],
		["=See you on {{ DateTime.fromISO($json.day).toFormat('dd LLL') }}", '$json.day'],
		[
			"=See you on {{ DateTime.fromISO($json.soon).toFormat('dd LLL') }}",
			/gives "Invalid DateTime"/,
		],
		["={{ 'On ' + new Date($json.day).toLocaleDateString() }}", '$json.day'],
		["={{ 'On ' + new Date($json.soon) }}", /new Date\(\$json\.soon\) \}\} is not a valid date/],
		['=On {{ DateTime.fromISO($json.soon) }}', /is not a valid date|is empty/],
	])('%s', async (text, named) => {
		const words =
			typeof named === 'string'
				? `Message: {{ ${named} }} is empty for this item`
				: expect.stringMatching(named);
		expect(await message(text)).toEqual({ refused: words });
		expect(wire()).toEqual([]);
	});
});

describe('a text without a gap is sent', () => {
	it.each([
		['=Hi {{ $json.name }}, thank you', 'Hi Jane, thank you'],
		["={{ 'Hi ' + $json.name + ', thank you' }}", 'Hi Jane, thank you'],
		['={{ `Hi ${$json.name}, it is ${$json.days} days` }}', 'Hi Jane, it is 3 days'],
		// The data has the words.
		['={{ $json.text }}', ITEM.text],
		["={{ 'Note: ' + $json.text }}", `Note: ${ITEM.text}`],
		['=Note: {{ $json.text }}', `Note: ${ITEM.text}`],
		['=Note: {{ $json.text.toUpperCase() }}', `Note: ${ITEM.text.toUpperCase()}`],
		['=Note: {{ $json.word }}', 'Note: undefined'],
		[
			"={{ $json.text.split(',').map((part) => part.trim()).join('; ') }}",
			ITEM.text.split(', ').join('; '),
		],
		["={{ $input.all().map((item) => item.json.text).join('\\n') }}", ITEM.text],
		['={{ Object.values($json).filter((one) => one === $json.text).join() }}', ITEM.text],
		["={{ $json[Object.keys($json).find((key) => key === 'text')] + '!' }}", `${ITEM.text}!`],
		// The author has them.
		["={{ 'This is not null, ' + $json.name }}", 'This is not null, Jane'],
		["={{ $json.first_name === undefined ? 'undefined' : 'there' }}!", 'undefined!'],
		['=The value is undefined, {{ $json.name }}', 'The value is undefined, Jane'],
		// The author says what is to happen.
		["=Hi {{ $json.first_name || '' }}!", 'Hi !'],
		["=Hi {{ $json.first_name ?? '' }}!", 'Hi !'],
		["=Hi {{ $json.none || '' }}!", 'Hi !'],
		...[
			"{{ $json.gap ?? '' }}",
			"{{ $json.gap?.trim() ?? '' }}",
			"{{ $json.blank?.trim() ?? '' }}",
			"{{ $json.gap !== undefined ? $json.gap : '' }}",
			"{{ $json.null ?? $json.gap ?? '' }}",
		].map((part) => [`=Hi${part}!`, 'Hi!']),
		["={{ 'Hi' + ($json.gap ?? '') + '!' }}", 'Hi!'],
		["={{ `Hi${$json.gap ?? ''}!` }}", 'Hi!'],
		["={{ 'Hi' + ($json.none || '') + '!' }}", 'Hi!'],
		["={{ 'Hi ' + ($json.first_name || 'there') }}", 'Hi there'],
		['={{ `Hi ${$json.first_name ?? $json.name}` }}', 'Hi Jane'],
		["={{ 'Hi' + ($json.first_name ? ' ' + $json.first_name : '') + '!' }}", 'Hi!'],
		["={{ $json.first_name ? 'Hi ' + $json.first_name : 'Hello' }}", 'Hello'],
		['={{ $json.name\n\t? `Hi ${$json.name}`\n\t: `Hi ${$json.first_name}` }}', 'Hi Jane'],
		["=Hi{{ $json.first_name && ', ' + $json.first_name }}!", 'Hi!'],
		["={{ $if($json.first_name, 'Hi ' + $json.first_name, 'Hello') }}", 'Hello'],
		["=Hi {{ $ifEmpty($json.first_name, '') }}!", 'Hi !'],
		["=Hi {{ $ifEmpty($json.first_name, 'you') }}!", 'Hi you!'],
		["=Hi {{ ($json.first_name || '').trim() }}!", 'Hi !'],
		["=Hi {{ (() => { if (!$json.first_name) return ''; return $json.first_name; })() }}!", 'Hi !'],
		["=Hi{{ $json.first_name ? ' ' + $json.first_name : undefined }}!", 'Hi!'],
		["={{ [$json.name, $json.last_name].filter(Boolean).join(' ') }}", 'Jane'],
		["={{ [$json.name, $json.last_name].join(' ').trim() }}", 'Jane'],
		["={{ ['Hi', $json.first_name].filter(Boolean).join(' ') }}", 'Hi'],
		["={{ ['Hi', $json.first_name || 'you'].join(' ') }}", 'Hi you'],
		["={{ [$json.name, $json.last_name].join('\\n') }}", 'Jane\n'],
		["={{ [$json.name, $json.last_name].join('<br>') }}", 'Jane<br>'],
		["={{ [$json.name, $json.city].filter(Boolean).join(', ') }}", 'Jane'],
		["={{ [$json.name, $json.city || ''].join(', ') }}", 'Jane, '],
		["=Tags: {{ $json.some.filter((one) => one).join(', ') }}", 'Tags: fintech, seed'],
		["=Tags: {{ $json.some.map((one) => one ?? '').join(', ') }}", 'Tags: fintech, , , seed'],
		["={{ $json.name.split('J').join('D') }}", 'Dane'],
		[
			"={{ $json.text.split('undefined').slice(0, 2).join('odd') }}",
			ITEM.text.replace('undefined', 'odd'),
		],
		["=Tags: {{ $json.some.join(' ') }}", 'Tags: fintech   seed'],
		["={{ [$json.name, $json.company.name,].join(', ') }}", 'Jane, Larkfield Finance'],
		['=It is {{ typeof $json.first_name }}', 'It is undefined'],
		["={{ typeof $json.first_name === 'string' ? $json.first_name : 'there' }}", 'there'],
		['={{ $json.word }}', 'undefined'],
		["={{ [$json.name, $json.last_name].filter((one) => one).join(' ') + ', hi' }}", 'Jane, hi'],
		[
			"={{ $json.people.map((one) => one.name + (one.role ? ', ' + one.role : '')).join('\\n') }}",
			'Jane, CEO\nTom',
		],
		[
			"={{ $json.people.map(({ name, role = 'member' }) => `${name} (${role})`).join('\\n') }}",
			'Jane (CEO)\nTom (member)',
		],
		["=Hi{{ $json.no && ', dear VIP' || '' }}!", 'Hi!'],
		["=Hi{{ $json.no ? ', dear VIP' : '' }}!", 'Hi!'],
		["=Hi{{ $json.days > 1 && ', dear VIP' }}!", 'Hi, dear VIP!'],
		["={{ ['Hi', $json.no && 'VIP', $json.name].filter(Boolean).join(' ') }}", 'Hi Jane'],
		['=You have {{ $json.zero && $json.days }} days', 'You have 0 days'],
		['=It is {{ $json.no && $json.days > 1 }}', 'It is false'],
		// Values that only look empty.
		['=You have {{ $json.zero }} days', 'You have 0 days'],
		["={{ 'You have ' + $json.zero + ' days' }}", 'You have 0 days'],
		['=It is {{ $json.no }}', 'It is false'],
		['=You have {{ $json.none.length }} tags', 'You have 0 tags'],
		['=Your name has {{ $json.name.length }} letters', 'Your name has 4 letters'],
		['=You have {{ ($json.nothing || []).length }} tags', 'You have 0 tags'],
		['=In {{ $json.days * 2 }} days', 'In 6 days'],
		['=In {{ $json.amount / 4 }} days', 'In 3 days'],
		["={{ 'In ' + ($json.days - 1) + ' days, -' + -$json.days }}", 'In 2 days, --3'],
		["=Tags: {{ $json.tags.join(', ') }}", 'Tags: fintech, seed'],
		['=Tags: {{ $json.tags }}', 'Tags: fintech,seed'],
		["=On {{ DateTime.fromISO($json.date).toFormat('dd.LL.yyyy') }}", 'On 02.03.2026'],
		["={{ 'On ' + $json.date.toDateTime().plus({ days: 1 }).toFormat('d LLLL') }}", 'On 3 March'],
		[
			"=In {{ $json.company['city name'] }} / {{ $json.company.name }}",
			'In Oslo / Larkfield Finance',
		],
		["=It's {{ $json.name /* the name */ }} 'here'", "It's Jane 'here'"],
		["={{ $json.name.replace(/a+b?['\"]?/g, 'u') + '/' + $json.days }}", 'June/3'],
		['={{ `a ${`b ${$json.name}`} c` }}', 'a b Jane c'],
		["={{ 'Signed: ' + \"Jane's\" + ' + ' + `O'Brien` }}", "Signed: Jane's + O'Brien"],
		[
			'={{ JSON.stringify({ name: $json.name, other: $json.null }) }}',
			'{"name":"Jane","other":null}',
		],
		['=Hi {{ $json.name }}, {{ 5 }} {{ true }} {{ "" }}', 'Hi Jane, 5 true '],
	])('%s', async (text, sent) => {
		expect(await message(text)).toEqual({ sent });
	});

	it('with the time', async () => {
		expect(await message("=Sent {{ $now.toFormat('yyyy') }}, {{ $today }}")).toEqual({
			sent: expect.stringMatching(/^Sent \d{4}, \d{4}-\d\d-\d\dT/),
		});
	});
});
