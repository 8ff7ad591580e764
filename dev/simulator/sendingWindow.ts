import { z } from 'zod';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const week = [...weekdays, 'saturday', 'sunday'];

const timeOfDay = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time has wrong format. Use this format instead: hh:mm.');
const day = z.object({ enabled: z.boolean(), start: timeOfDay, end: timeOfDay });

/**
 * Reference, Campaign: an object with seven keys. A part of a week is rejected: whether it may be sent is
 * unknown (extended API, 4.5).
 */
export const sendingWindow = z.object(Object.fromEntries(week.map((name) => [name, day])));

/** Monday to Friday, the same hours each day; the weekend has them too, disabled. */
export function workingWeek(start: string, end: string): z.infer<typeof sendingWindow> {
	const days = week.map((name) => [name, { enabled: weekdays.includes(name), start, end }]);
	return Object.fromEntries(days);
}
