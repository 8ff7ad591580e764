import { externalN8n } from '../../dev/n8n/external';
import { freePort } from '../../dev/n8n/ports';

const complete = {
	N8N_URL: 'http://localhost:5678/',
	N8N_OWNER_EMAIL: 'owner@example.com',
	N8N_OWNER_PASSWORD: 'Owner-of-n8n-1',
};

it('an n8n outside is used when the environment names it', () => {
	expect(externalN8n(complete)).toEqual({
		url: 'http://localhost:5678',
		owner: { email: 'owner@example.com', password: 'Owner-of-n8n-1' },
	});
});

it.each([{}, { ...complete, N8N_URL: undefined }, { ...complete, N8N_URL: '' }])(
	'an n8n outside is not used without its address',
	(env) => {
		expect(externalN8n(env)).toBeUndefined();
	},
);

it.each([
	['N8N_URL', 'localhost'],
	['N8N_URL', 'localhost:5678'],
	['N8N_URL', 'https://example.com/n8n/'],
	['N8N_OWNER_EMAIL', undefined],
	['N8N_OWNER_EMAIL', 'owner'],
	['N8N_OWNER_PASSWORD', ''],
])('an n8n outside: what is missing or unusable is named: %s is %j', (name, value) => {
	expect(() => externalN8n({ ...complete, [name]: value })).toThrow(
		new RegExp(`^${name}: .*give the login of its owner`),
	);
});

it('no port is given away twice, although nobody listens on it yet', async () => {
	const ports = await Promise.all(Array.from({ length: 300 }, freePort));

	expect(new Set(ports).size).toBe(ports.length);
});
