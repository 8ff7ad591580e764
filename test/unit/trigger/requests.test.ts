import {
	addressProblem,
	isUnknownWebhook,
	remedyFor,
} from '../../../nodes/PublicOutreachTrigger/requests';

const LOCAL = [
	'http://localhost:5678',
	'http://127.0.0.1:5678',
	'http://[::1]:5678',
	'http://0.0.0.0',
];
const INTERNET = [
	'https://api.example.com',
	'https://outreach.example.co.uk:8443',
	'https://8.8.8.8',
];
const NEAR = [
	'http://localhost:3000',
	'https://outreach.local',
	'https://192.168.1.20',
	'https://10.0.0.2',
	'https://172.20.0.3',
	'https://simulator',
];

const hook = (origin: string) => `${origin}/webhook/1/webhook`;

describe('an n8n that names itself by an address of its own machine', () => {
	it.each(LOCAL)('is out of reach for a service on the internet: %s', (own) => {
		for (const origin of INTERNET) {
			const problem = addressProblem(origin, hook(own));
			expect(problem).toContain(origin);
			expect(problem).toMatch(/N8N_WEBHOOK_URL.* WEBHOOK_URL/);
		}
	});

	it.each(NEAR)('may be within reach of a service nearby: %s', (origin) => {
		for (const own of LOCAL) expect(addressProblem(origin, hook(own))).toBeUndefined();
	});
});

it('has nothing against an n8n with a public or a private address', () => {
	for (const own of ['https://n8n.example.com', 'http://192.168.1.5:5678', 'http://n8n:5678']) {
		expect(addressProblem('https://api.example.com', hook(own))).toBeUndefined();
	}
});

it.each([
	['n8n.example.com/webhook/1/webhook', 'without https://'],
	['localhost:5678/webhook/1/webhook', 'without http://'],
	['https:///webhook/1/webhook', 'without a host'],
	['/webhook/1/webhook', 'without anything'],
])('an address that is not complete is refused, and what to set is named: %s, %s', (url) => {
	expect(addressProblem('https://api.example.com', url)).toMatch(
		/not a full web address\. Set .*N8N_WEBHOOK_URL .*https:\/\//,
	);
});

it('a trigger without webhook ID whose name has a space is refused: n8n finds none at its URL', () => {
	// n8n-workflow, getNodeWebhookPath: workflow ID, name, path.
	const url = 'https://n8n.example.com/webhook/1/a%20lead%20writes/webhook';

	expect(addressProblem('https://api.example.com', url)).toMatch(/because of the %.*Rename/);
	expect(addressProblem('https://api.example.com', url.replaceAll('%20', '-'))).toBeUndefined();
});

describe('what helps where n8n cannot reach its own address', () => {
	// @n8n/backend-network 2.41, ssrf-blocked-ip.error and ssrf-blocked-hostname.error.
	it.each([
		'The request was blocked because it resolves to a restricted IP address',
		'The request was blocked because the destination hostname is restricted',
	])('is the list of what SSRF protection allows: %s', (reason) => {
		expect(remedyFor(reason)).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	});

	it.each(['connect ECONNREFUSED 127.0.0.1:5678', 'it responds with 502', undefined])(
		'is the network otherwise: %s',
		(reason) => {
			expect(remedyFor(reason)).toBe('Make that address reachable from n8n itself');
		},
	);

	it.each(['it responds with 401', 'it responds with 403'])(
		'is access without a login: %s',
		(reason) => {
			expect(remedyFor(reason)).toContain('without a login');
		},
	);

	it.each(['certificate has expired', 'self-signed certificate in certificate chain'])(
		'is the certificate: %s',
		(reason) => {
			expect(remedyFor(reason)).toContain('NODE_EXTRA_CA_CERTS');
		},
	);
});

it.each([
	[404, { code: 404, message: 'The requested webhook "POST 1" is not registered.' }, true],
	[404, { code: 404, message: 'Active version not found for workflow with id "1"' }, true],
	[404, { code: 404, message: 'Published version not found for workflow with id "1"' }, true],
	[404, { code: 404, message: 'Could not find workflow with id "1"' }, true],
	// n8n 2.41, webhook-helpers.js: what goes wrong while it looks the workflow up.
	[404, { code: 404, message: 'Cannot find workflow' }, false],
	[404, { error: 'Not Found' }, false],
	[404, '<h1>Not Found</h1>', false],
	[502, { code: 404, message: 'is not registered' }, false],
])(
	'n8n has no trigger at a URL where it says so itself: %d %j, %j',
	(statusCode, body, isUnknown) => {
		expect(isUnknownWebhook({ statusCode, body })).toBe(isUnknown);
	},
);
