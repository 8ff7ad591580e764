import { addressProblem } from '../../../nodes/PublicOutreachTrigger/address';

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
			expect(problem).toContain('WEBHOOK_URL');
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
