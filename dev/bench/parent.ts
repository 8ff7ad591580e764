/** Deliveries a second against another commit, the parent by default: `AGAINST=<commit> npm run bench -- parent`. */
import { programOf } from '../commands';
import { newFolder, remove } from '../folders';
import { fs, path, process, repositoryRoot } from '../platform';
import { outputOf } from '../processes';
import type { Figure } from './figure';
import { trigger } from './triggerContenders';
import { ratioOf, openPlace, interleave, formatRates, type OpenPlace } from './triggerRates';

const ROUNDS = 31;
const MESSAGES = 160;
/** The least overhead of n8n per delivery, so that the trigger's own cost shows most. */
const ENV = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** Checks a commit out beside this one, and builds it with the same tools. */
async function buildCommit(commit: string, folder: string): Promise<void> {
	await outputOf('git', ['clone', '--quiet', '--shared', repositoryRoot, folder]);
	await outputOf('git', ['checkout', '--quiet', commit], { cwd: folder });
	const modules = path.join(repositoryRoot, 'node_modules');
	await fs.promises.symlink(modules, path.join(folder, 'node_modules'));
	await outputOf(programOf({ name: 'gulp' }), ['build'], { cwd: folder });
}

/** One listener of each, in an n8n of its own. */
export async function benchParent(): Promise<Figure[]> {
	const against = process.env.AGAINST ?? 'HEAD^';
	const commit = (await outputOf('git', ['rev-parse', '--short', against])).trim();
	const packageFolder = newFolder('n8n-bench-parent');
	const places: OpenPlace[] = [];
	try {
		await buildCommit(commit, packageFolder);
		places.push(await openPlace({ env: ENV }), await openPlace({ env: ENV, packageFolder }));
		const [present, past] = places;
		if (!present || !past) throw new Error('Two are needed');
		const now = await trigger(present.client, 'now');
		const before = await trigger(past.client, 'before');
		const rates = await interleave({ rounds: ROUNDS, messages: MESSAGES }, [
			{ contender: now, place: present },
			{ contender: before, place: past },
		]);
		for (const { close } of [now, before]) await close();
		return [
			{
				name: `deliveries a second to one trigger, against ${commit}`,
				ratio: ratioOf(rates, 'now', 'before'),
				detail: `medians of ${ROUNDS} turns: ${formatRates(rates)}`,
				bar: 0.98,
			},
		];
	} finally {
		for (const place of places) await place.close();
		await remove(packageFolder);
	}
}
