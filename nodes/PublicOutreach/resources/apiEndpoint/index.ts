import { defineResource } from '../../../shared/operations/operation';
import { call } from './call';

export const apiEndpoint = defineResource({
	name: 'API Endpoint',
	value: 'apiEndpoint',
	description: 'Anything else that the service offers',
	operations: [call],
});
