export { removePreparedFolder as default } from '../dev/n8n/preparedFolder';
