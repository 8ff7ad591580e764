import type { SendingWindow } from '../validation';

/** Monday to Friday, the same hours each day; the weekend has them too, disabled. */
export function workingWeek(start: string, end: string): SendingWindow {
	const day = (enabled: boolean) => ({ enabled, start, end });
	return {
		monday: day(true),
		tuesday: day(true),
		wednesday: day(true),
		thursday: day(true),
		friday: day(true),
		saturday: day(false),
		sunday: day(false),
	};
}
