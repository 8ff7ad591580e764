import { accountRoutes } from './account';
import { campaignRoutes } from './campaigns';
import { chatRoutes } from './chats';
import { leadListRoutes } from './leadLists';
import { prospectRoutes } from './prospects';
import type { Routes } from './route';
import { stepRoutes } from './steps';
import { workspaceRoutes } from './workspaces';

export const routes: Routes[] = [
	campaignRoutes,
	workspaceRoutes,
	stepRoutes,
	leadListRoutes,
	prospectRoutes,
	chatRoutes,
	accountRoutes,
];
