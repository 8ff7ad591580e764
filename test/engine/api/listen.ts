import type { net } from '../../../dev/platform';

/** Has a server listen on this machine alone; returns its port. */
export async function listen(server: net.Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}
