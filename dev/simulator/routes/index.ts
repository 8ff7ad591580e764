import { accountRoutes } from './account';
import { campaignRoutes } from './campaigns';
import { chatRoutes } from './chats';
import { leadListRoutes } from './leadLists';
import { prospectRoutes } from './prospects';
import type { Route } from './route';
import { stepRoutes } from './steps';

export const routes: Route[] = [
	...campaignRoutes,
	...stepRoutes,
	...leadListRoutes,
	...prospectRoutes,
	...chatRoutes,
	...accountRoutes,
];
