/** Lets n8n's nodes reach servers of this machine under the addresses of outside services. */
import { path, repositoryRoot } from '../platform';

/**
 * The environment for an n8n whose requests to these hosts go to ports of this machine.
 *
 * @param ports by host, such as `{ 'slack.com': 8788 }`
 */
export function rerouted(ports: Record<string, number>): NodeJS.ProcessEnv {
	return {
		NODE_OPTIONS: `--require=${path.join(repositoryRoot, 'dev', 'n8n', 'rerouteRequests.cjs')}`,
		PUBLIC_OUTREACH_REROUTE: JSON.stringify(ports),
	};
}
