import type { Parameters } from '../../shared/operations/parameters';

/** Offsets such as +02:00 are no region/city names (reference, Campaign), though the JavaScript engine accepts them. */
const OFFSET = /^[+-]/;

function isKnown(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** A time zone known to the JavaScript engine, by any of its aliases; the list shows only one name of each. */
export function readTimeZone(fields: Parameters): string {
	const field = 'timezone';
	const zone = fields.text(field).trim();
	const expected = 'an IANA time zone, such as Europe/Berlin';
	return isKnown(zone) && !OFFSET.test(zone) ? zone : fields.refuseValue(field, zone, expected);
}
