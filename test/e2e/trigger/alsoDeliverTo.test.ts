import { until } from '../../../dev/until';
import { setTriggerStage, type TriggerStage } from './stage';
import { startTarget, type Target } from './target';

let stage: TriggerStage;
let target: Target;
let another: Target;

beforeEach(async () => {
	stage = await setTriggerStage();
	target = await startTarget();
	another = await startTarget('/second?token=abc');
});
afterEach(async () => {
	await stage.clear();
	await target.close();
	await another.close();
});

async function arrived({ posts }: Target): Promise<void> {
	await until('a post', () => posts.length > 0 || undefined);
	expect(posts).toHaveLength(1);
}

it('posts a message once to each address, exactly as it was delivered, whichever trigger receives it', async () => {
	await stage.publish(await stage.trigger('Receiver'));
	const alsoDeliverTo = `${target.url}\n${another.url}`;
	const workflow = await stage.trigger('Passed on', { options: { alsoDeliverTo } });
	await stage.publish(workflow);
	const body =
		'{ "event": "incoming_message",\n "message": {"message_id":"odd","sent_by_lead":true,"new":{"a":[1.0, null]},"text":"Grüße \\u00e9"} }';
	await stage.simulator.deliver(body, { rawText: true });
	await stage.simulator.deliver(body, { rawText: true });

	for (const each of [target, another]) {
		await arrived(each);
		expect(each.posts[0]?.body).toBe(body);
		expect(each.posts[0]?.headers['content-type']).toContain('application/json');
	}
	expect(another.posts[0]?.path).toBe('/second?token=abc');
	const secret = new URL(stage.webhook()).searchParams.get('secret') ?? 'none';
	expect(JSON.stringify(target.posts)).not.toContain(secret);
	await stage.runs.expectOnly(workflow, ['odd']);
});
