import { trimmed } from '../../../shared/normalize';
import type { Parameters } from '../../../shared/parameters/parameters';

/**
 * The present names of zones that the platform lists under a former one: Unicode (CLDR) keeps the first name
 * of a zone, but the IANA database, whose names the service takes (reference, Campaign), has renamed it.
 */
const RENAMED: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Louisville': 'America/Kentucky/Louisville',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

const UTC = 'UTC';

/** The platform's name of a zone, for any of its aliases; `undefined` for an unknown name. */
function resolved(zone: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

/** The present name of a zone, if the platform knows it. */
function presentName(zone: string): string {
	const renamed = RENAMED[zone];
	return renamed !== undefined && resolved(renamed) !== undefined ? renamed : zone;
}

/** The platform's zones by their present names; UTC first. */
export function timeZones(): string[] {
	const zones = Intl.supportedValuesOf('timeZone').map(presentName).sort();
	return [UTC, ...new Set(zones.filter((zone) => zone !== UTC))];
}

/** Whether a name has the form region/city (reference, Campaign). The platform also knows EST and +02:00. */
const isRegional = (zone: string): boolean => zone === UTC || /^[a-z]\w*\//i.test(zone);

/**
 * A time zone that the platform knows, in the spelling of the IANA database: a present or former name in its
 * own case, any other alias as the name of its zone.
 */
export function readTimeZone(fields: Parameters): string {
	const field = 'timezone';
	const given = trimmed(fields.text(field));
	const names = [...timeZones(), 'Etc/UTC', ...Object.keys(RENAMED)];
	const named = names.find((name) => name.toLowerCase() === given.toLowerCase());
	const known = resolved(given);
	if (known !== undefined && (named !== undefined || isRegional(given))) {
		return named ?? presentName(known);
	}
	return fields.refuseValue(field, given, 'an IANA time zone, such as Europe/Berlin');
}
