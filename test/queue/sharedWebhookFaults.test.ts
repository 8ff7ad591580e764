import { z } from 'zod';
import { messageIds } from '../../dev/queue/deliveries';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { until } from '../../dev/until';
import { useSharedStage } from './sharedStage';

const stage = useSharedStage();

it('every workflow goes on to get every message while the main process is down, and after it is back', async () => {
	await stage.layout.main.kill('SIGKILL');
	const during = messageIds(10, 'down');
	await stage.deliverUntilTaken(during);
	await stage.layout.main.restart();
	const after = messageIds(10, 'back');
	await stage.deliverUntilTaken(after);

	expect(await stage.counts([...during, ...after])).toEqual(stage.onceEach([...during, ...after]));
	expect(stage.registrations).toBe(1);
});

it('every workflow gets every message, from the deliveries that are repeated, when a webhook process is killed while it passes messages on', async () => {
	stage.layout.proxy.balance = 'round-robin';
	const ids = messageIds(30, 'killed');
	const [, victim] = stage.layout.webhooks;
	const delivering = stage.deliverUntilTaken(ids);
	await until('the first message', async () => {
		const [row] = await readOutcomes(stage.layout.database, stage.setup.workflow.id);
		return row;
	});
	await victim?.kill('SIGKILL');
	await delivering;
	await victim?.restart();

	await stage.untilAllOut(ids);
});

it('a workflow that was published meanwhile gets every message when an execution writes an older list back', async () => {
	const { database } = stage.layout;
	const [row] = await database.rows(
		z.object({ staticData: z.unknown() }),
		'SELECT "staticData" FROM workflow_entity WHERE id = $1',
		[stage.setup.workflow.id],
	);
	const late = await stage.setup.publishAnother();
	// What n8n does when an execution ends that has used static data.
	await database.rows(z.unknown(), 'UPDATE workflow_entity SET "staticData" = $2 WHERE id = $1', [
		stage.setup.workflow.id,
		JSON.stringify(row?.staticData),
	]);
	const ids = messageIds(5, 'older-list');
	await stage.deliverUntilTaken(ids);

	await untilIdle(stage.layout.database, late.id);
	const emitted = countByMessage(await readOutcomes(stage.layout.database, late.id));
	expect(ids.map((id) => emitted.get(id) ?? 0)).toEqual(ids.map(() => 1));
});
