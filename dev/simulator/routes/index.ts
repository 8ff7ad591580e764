import { accountRoutes } from './account';
import { analyticsRoutes } from './analytics';
import { apiKeyRoutes } from './apiKeys';
import { campaignRoutes } from './campaigns';
import { chatRoutes } from './chats';
import { leadListRoutes } from './leadLists';
import { prospectRoutes } from './prospects';
import type { Route } from './route';
import { stepRoutes } from './steps';
import { workspaceRoutes } from './workspaces';

export const routes: Route[] = [
	...campaignRoutes,
	...analyticsRoutes,
	...workspaceRoutes,
	...stepRoutes,
	...leadListRoutes,
	...prospectRoutes,
	...chatRoutes,
	...accountRoutes,
	...apiKeyRoutes,
];
