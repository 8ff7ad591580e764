/** The footprint of the package. */
import { z } from 'zod';
import { repositoryRoot } from '../platform';
import { outputOf } from '../processes';
import type { Figure } from './page';

const BAR_BYTES = 250_000;
const packedSchema = z.tuple([z.object({ unpackedSize: z.number() })]);

export async function benchFootprint(): Promise<Figure[]> {
	const output = await outputOf('npm', ['pack', '--dry-run', '--json'], { cwd: repositoryRoot });
	const [{ unpackedSize }] = packedSchema.parse(JSON.parse(output));
	return [
		{
			name: 'unpacked size, against 250 KB',
			ratio: unpackedSize / BAR_BYTES,
			bar: 1,
			detail: `${(unpackedSize / 1_000).toFixed(0)} KB`,
		},
	];
}
