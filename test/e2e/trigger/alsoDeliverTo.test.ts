import { until } from '../../../dev/until';
import { deliverEach, deliveryOf } from './messages';
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

async function published(alsoDeliverTo: unknown, name = 'Passed on') {
	const workflow = await stage.trigger(name, { options: { alsoDeliverTo } });
	await stage.publish(workflow);
	return workflow;
}

async function arrived(count: number, { posts } = target): Promise<void> {
	await until(`${count} posts`, () => (posts.length >= count ? true : undefined));
	expect(posts).toHaveLength(count);
}

const identifiersOf = ({ posts }: Target) =>
	posts.map(({ body }) => JSON.parse(body).message.message_id);

it('posts a message to each address exactly as it was delivered', async () => {
	await published([target.url, another.url]);
	const body =
		'{ "event": "incoming_message",\n "message": {"message_id":"odd","sent_by_lead":true,"new":{"a":[1.0, null]},"text":"Grüße \\u00e9"} }';
	await stage.simulator.deliver(body, { rawText: true });

	for (const each of [target, another]) {
		await arrived(1, each);
		expect(each.posts[0]?.body).toBe(body);
		expect(each.posts[0]?.headers['content-type']).toContain('application/json');
	}
	expect(another.posts[0]?.path).toBe('/second?token=abc');
	const secret = new URL(stage.webhook()).searchParams.get('secret') ?? 'none';
	expect(JSON.stringify(target.posts)).not.toContain(secret);
});

it.each([
	['a line for each', (one: string, two: string) => `${one}\n${two}`],
	['commas between them', (one: string, two: string) => `${one}, ${two}`],
])('takes the addresses as text with %s', async (_, textOf) => {
	await published(textOf(target.url, another.url));
	await deliverEach(stage.simulator, ['by text']);

	await arrived(1, target);
	await arrived(1, another);
});

it('posts a message once, however often it is delivered and to however many triggers', async () => {
	const workflow = await published([target.url]);
	await stage.publish(await stage.trigger('Second'), await stage.trigger('Third'));
	await stage.listen(workflow);
	await deliverEach(stage.simulator, ['one', 'one', 'two', 'one', 'two', 'three']);

	await arrived(3);
	expect(identifiersOf(target)).toEqual(['one', 'two', 'three']);
});

it('posts for a trigger that another one receives the messages for', async () => {
	await stage.publish(await stage.trigger('Receiver'));
	await published([target.url]);
	await deliverEach(stage.simulator, ['one', 'one']);

	await arrived(1);
	expect(JSON.parse(target.posts[0]?.body ?? '')).toEqual(deliveryOf('one'));
});

it('does not post what it does not take', async () => {
	await published([target.url]);
	const url = stage.webhook();
	await stage.simulator.deliver({ event: 'campaign_finished', message: { message_id: 'other' } });
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(deliveryOf('forged'));
	const forged = await fetch(url.replace(/\?.*/, ''), { method: 'POST', headers, body });
	await deliverEach(stage.simulator, ['taken']);

	expect(forged.status).toBe(401);
	await arrived(1);
	expect(identifiersOf(target)).toEqual(['taken']);
});

it.each([
	['an error', [500, 503]],
	['a broken connection', ['reset', 'reset']],
] as const)('posts again after %s', async (_, reactions) => {
	const workflow = await published([target.url]);
	target.reactWith(...reactions);
	await deliverEach(stage.simulator, ['again']);

	await stage.runs.expectOnly(workflow, ['again']);
	await arrived(3);
	expect(identifiersOf(target)).toEqual(['again', 'again', 'again']);
});

it('never waits for an address, nor fails because of it', async () => {
	const workflow = await published([target.url, another.url]);
	target.reactWith(...Array.from({ length: 100 }, () => 'hang' as const));
	another.reactWith(...Array.from({ length: 100 }, () => 500));
	await deliverEach(stage.simulator, ['one', 'two']);

	await stage.runs.expectOnly(workflow, ['one', 'two']);
	const runs = await stage.runs.all(workflow);
	expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
});

it.each(['crm', 'ftp://crm.example.com/', 'http://'])('refuses %j by its name', async (url) => {
	const workflow = await stage.trigger('Mistyped', {
		options: { alsoDeliverTo: [target.url, url] },
	});
	await stage.client.publish(workflow.id);

	const outcome = await stage.outcomeOf(workflow);
	expect(outcome).toContain('"status":"failed"');
	expect(outcome).toContain('Also Deliver To');
	expect(outcome).toContain(url);
	expect(stage.simulator.webhookUrl).toBeNull();
});
