import { removePreparedFolder } from '../../dev/n8n/preparedFolder';
import { running } from './runningN8n';

export default async function globalTeardown(): Promise<void> {
	await running.n8n?.stop();
	await running.removeFolder?.();
	await removePreparedFolder();
}
