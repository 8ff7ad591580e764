import type { Resource } from '../../shared/operations/operation';
import { apiEndpoint } from './apiEndpoint';
import { apiKey } from './apiKey';
import { campaign } from './campaign';
import { campaignStep } from './campaignStep';
import { chat } from './chat';
import { leadList } from './leadList';
import { prospect } from './prospect';
import { webhook } from './webhook';

/** Everything that the action node can do, in the order in which it is shown. */
export const resources: Resource[] = [
	apiKey,
	campaign,
	campaignStep,
	chat,
	leadList,
	prospect,
	webhook,
	// Last, so that users find dedicated operations first.
	apiEndpoint,
];
