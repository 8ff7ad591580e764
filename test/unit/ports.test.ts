import { freePort } from '../../dev/n8n/ports';

it('gives no port away twice, although nobody listens on it yet', async () => {
	const ports = await Promise.all(Array.from({ length: 300 }, freePort));

	expect(new Set(ports).size).toBe(ports.length);
});
