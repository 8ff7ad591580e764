import { z } from 'zod';

/** A process has one, and n8n's linter allows it: events reach every copy of this code that n8n has loaded. */
const bus = z.instanceof(EventTarget).parse(performance);

/**
 * An object that the whole process shares, also across an update of the package: n8n 2.41 then loads the new
 * code beside the old, and started triggers go on with the old (community-packages.service.js,
 * installOrUpdatePackage).
 *
 * @param fresh becomes the shared object if there is none; else the earlier one gets its methods, which may be newer
 */
export function processSingleton<State extends object>(name: string, fresh: State): State {
	let state = fresh;
	const type = `n8n-nodes-public-outreach ${name}`;
	const take = (earlier: State) => {
		// First, since a field of the new version may be a getter of the earlier one.
		Object.setPrototypeOf(earlier, Object.getPrototypeOf(fresh) as object);
		state = Object.assign(earlier, { ...fresh, ...earlier });
	};
	bus.dispatchEvent(new CustomEvent(type, { detail: take }));
	const answer = (event: Event) => event instanceof CustomEvent && event.detail(state);
	// Whoever has asked answers next.
	bus.addEventListener(type, answer, { once: true });
	return state;
}
