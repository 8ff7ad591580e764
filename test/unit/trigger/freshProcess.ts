import type { INodeType } from 'n8n-workflow';

const LIBRARIES = ['n8n-workflow', 'zod'];

/**
 * The trigger as a newly started n8n loads it: nothing that an earlier process remembered in its
 * modules is there. The libraries, which remember nothing, stay as they are.
 */
export function triggerOfFreshProcess(): INodeType {
	for (const library of LIBRARIES) {
		const loaded: unknown = jest.requireActual(library);
		jest.doMock(library, () => loaded);
	}
	let trigger: INodeType | undefined;
	jest.isolateModules(() => {
		const file = '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
		const { PublicOutreachTrigger } =
			jest.requireActual<
				typeof import('../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node')
			>(file);
		trigger = new PublicOutreachTrigger();
	});
	if (!trigger) throw new Error('The trigger could not be loaded');
	return trigger;
}
