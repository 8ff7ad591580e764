/** The environment that n8n runs in: set here, and nothing inherited that n8n would listen to. */
import { path, process } from '../platform';
import type { N8nInstallation } from './install';
import { ACTION_TYPE, TRIGGER_TYPE } from './ownNodes';
import { HOST } from './ports';

/**
 * A contributor's own n8n settings, what npm and Jest put into the environment of their children,
 * and proxies: every address that n8n calls here is on this machine.
 */
const NOT_INHERITED =
	/^(N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|WORKFLOWS|NODES?|NPM|JEST|HTTPS?_PROXY|ALL_PROXY)(_|$)/i;

const UNUSED_MODULES =
	'agents,chat-hub,dynamic-credentials,external-secrets,instance-ai,ldap,log-streaming,mcp,mcp-registry,' +
	'n8n-packages,oauth-server,otel,quick-connect,source-control,sso-oidc,sso-saml,token-exchange,' +
	'workflow-builder,workflow-reviews';
/** n8n's own nodes in workflows that nobody looks at: loading all of them is a seventh of a start. */
const CORE_NODES = ['noOp', 'stopAndError'].map((name) => `n8n-nodes-base.${name}`);
/** For an n8n that nobody looks at, and that runs no Code node: what it leaves out is half of a start. */
export const HEADLESS = {
	N8N_DISABLE_UI: 'true',
	NODES_INCLUDE: JSON.stringify([ACTION_TYPE, TRIGGER_TYPE, ...CORE_NODES]),
	N8N_DISABLED_MODULES: UNUSED_MODULES,
	// n8n would start a task runner of its own.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};
/** Overrides HEADLESS for workflows with other nodes as well, such as the examples. */
export const ALL_NODES = { NODES_INCLUDE: undefined };
/** The setting that docs/self-hosting.md recommends: an isolate for expressions is made only when one is evaluated. */
export const LAZILY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
/**
 * For tests in which it does not matter how expressions are evaluated: an isolate is half of a short
 * execution's work.
 */
export const WITHOUT_ISOLATES = { N8N_EXPRESSION_ENGINE: 'legacy' };
/** Overrides LAZILY: n8n's default. */
export const EAGERLY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: undefined };

export interface EnvironmentOptions {
	userFolder: string;
	port: number;
	brokerPort: number;
	/** Goes over everything else; `undefined` takes a setting away. */
	env?: NodeJS.ProcessEnv;
}

export function n8nEnvironment(
	installation: N8nInstallation,
	{ userFolder, port, brokerPort, env }: EnvironmentOptions,
): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
	return {
		...Object.fromEntries(inherited),
		// n8n starts its task runner with whatever `node` comes first.
		PATH: [path.dirname(installation.node), process.env.PATH].join(path.delimiter),
		// Every start after the first finds n8n's modules compiled.
		NODE_COMPILE_CACHE: path.join(installation.folder, 'compile-cache'),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: HOST,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The session cookie has to come back over plain http.
		N8N_SECURE_COOKIE: 'false',
		// Nothing here has to reach the internet, nor to ask a newcomer questions.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// n8n takes a machine that is busy for five seconds for a lost database, and refuses deliveries.
		DB_PING_TIMEOUT_MS: '120000',
		// Its virtual environment does not come with the npm package.
		N8N_PYTHON_ENABLED: 'false',
		...env,
	};
}
