import { z } from 'zod';

/** The one thing that all code of a process may send events through, however often it was loaded. */
const bus = z.instanceof(EventTarget).parse(performance);

/**
 * State that is one for the process. For an update of the package n8n 2.41 loads it anew, and what it has
 * started goes on with the code from before (community-packages.service.js, installOrUpdatePackage).
 *
 * @param fresh where there is none yet; else its methods go over, for those of the earlier version may be others
 */
export function ofProcess<State extends object>(name: string, fresh: State): State {
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
