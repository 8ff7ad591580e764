export { prepareFolder as default } from '../dev/n8n/preparedFolder';
