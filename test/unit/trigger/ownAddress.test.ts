import { http, process } from '../../../dev/platform';
import { isFor, messageOf, post } from './deliveries';
import { closeServer, openServer } from './fakeHttp';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';
import { triggerNode } from './triggerNode';

const urls: string[] = [];
const sender = triggerNode('sender', { options: { alsoDeliverTo: urls } });
const setup = useSetup([first, second, third, sender]);

/** n8n's public address, at which nothing listens as its own process sees it. */
const UNREACHABLE = 'http://127.0.0.1:9';

/** The address at which n8n listens. */
let here: string;
beforeEach(() => (here = setup.n8n.url));

/** The service reaches n8n by a way of its own, on which a proxy takes the path of the base address away. */
async function deliver(fields: object = {}, to = setup.simulator.webhookUrl ?? '') {
	const [, path = ''] = /(\/webhook(?:-test)?\/webhook-.*)$/.exec(to) ?? [];
	const delivery = await post(here + path, messageOf({ message_id: 'm', ...fields }));
	expect(delivery.status).toBe(200);
	await setup.untilForwarded();
}

const hosts = () => setup.n8n.requests.map(({ headers }) => headers.host);

const play = new Scenario(setup);
const aMessage = async (message_id: string) => await deliver({ message_id });
/** Behind a proxy whose base address is reachable from outside alone. */
const hide = (path = '') => setup.n8n.moveTo(UNREACHABLE + path);
/** The same n8n by another name. */
const goByName = () => setup.n8n.moveTo(here.replace('127.0.0.1', 'localhost'));

const REFUSED = `cannot reach its own webhook URL at ${UNREACHABLE} `;
const LATER = String.raw`again once a message has come in \(not in queue mode\)`;
const isRefused = async () =>
	await expect(play.publish(second)).rejects.toThrow(
		new RegExp(`${REFUSED}.*then publish again, or ${LATER}$`),
	);
const isTestRefused = async () =>
	await expect(play.listen(third)).rejects.toThrow(
		new RegExp(
			`${REFUSED}.*, test ${LATER}, or unpublish all workflows of this API key while you test$`,
		),
	);

describe('an n8n that does not reach its public address', () => {
	it('refuses a second workflow and a test before a message has come in, and says that they may join later', async () => {
		hide();
		await play.publish(first);
		await isRefused();
		await isTestRefused();
	});

	it.each([
		{ where: 'the editor and test URLs have another host', editorUrl: 'http://127.0.0.1:7/editor' },
		{
			where: 'a proxy takes a path away, from production URLs alone',
			path: '/n8n',
			editorUrl: UNREACHABLE,
		},
	])(
		'publishes a second workflow and tests beside it once a message has come in, where $where',
		async ({ path, editorUrl }) => {
			hide(path);
			setup.n8n.surroundings.editorUrl = editorUrl;
			await play.publish(first);
			await aMessage('one');
			await play.publish(second);
			await play.listen(third);
			play.mark();
			await aMessage('two');

			play.expectStarted('first second third test');
			play.expectLog();
		},
	);

	it('forgets where it listens when it ends, and forwards from the first message on', async () => {
		hide();
		await play.publish(first);
		await aMessage('one');
		await play.publish(second);
		await play.restart();
		await isTestRefused();
		play.mark();
		await aMessage('two');

		play.expectStarted('first second');
		await play.listen(third);
	});

	it('says nothing in the log about a message for a workflow that was unpublished', async () => {
		hide();
		await play.publish(first);
		await aMessage('one');
		await play.publish(second);
		await aMessage('two');
		await play.unpublish(second);
		play.mark();
		await aMessage('three');

		play.expectStarted('first');
		play.expectLog();
	});

	it('keeps no message for a second workflow that was refused each time that n8n has tried', async () => {
		hide();
		await play.publish(first);
		await isRefused();
		await isRefused();
		play.mark();
		await aMessage('one');

		play.expectStarted('first');
		play.expectAsked(1);
	});

	it('refuses a second workflow where another process takes the deliveries, which would miss the list, also once a test has taken a message', async () => {
		hide();
		setup.useWebhookProcess();
		await play.listen(first);
		await aMessage('one');
		await play.end(first);
		await play.publish(first);
		await aMessage('two');
		await isRefused();

		expect(setup.started).toEqual(['first', 'first test']);
	});

	it('refuses it where it serves https itself, for which its certificate is not valid', async () => {
		hide();
		await play.publish(first);
		setup.n8n.beforeWebhook = async ({ req }) =>
			void Object.assign(req.socket, { encrypted: true });
		await aMessage('one');
		await isRefused();
	});

	it('is not sent there by a message that is refused', async () => {
		hide();
		await play.publish(first);
		const [url = ''] = (setup.simulator.webhookUrl ?? '').replace(UNREACHABLE, here).split('?');

		expect((await post(url, messageOf({ message_id: 'm' }))).status).toBe(401);
		await isRefused();
	});
});

describe('an n8n that reaches itself both ways', () => {
	const own = () => new URL(here).host;
	const named = () => own().replace('127.0.0.1', 'localhost');

	it('goes where it listens', async () => {
		goByName();
		await play.publish(first);
		await aMessage('one');
		await play.publish(second);
		expect(hosts().at(-1)).toBe(own());
		play.mark();
		await aMessage('two');

		play.expectStarted('first second');
		expect(hosts()).not.toContain(named());
	});

	it('goes by its public address if something else responds, and first from then on', async () => {
		goByName();
		await play.publish(first);
		await aMessage('one');
		await play.publish(second);
		const isHere = ({ headers }: http.IncomingMessage) =>
			headers.host === own() && headers['user-agent'] === 'n8n';
		setup.n8n.respondInstead(isHere, (response) => response.writeHead(200).end('<h1>Sign in</h1>'));
		await aMessage('two');
		const { length } = setup.n8n.requests;
		play.mark();
		await aMessage('three');

		play.expectStarted('first second');
		play.expectLog();
		expect(hosts().slice(length)).toEqual([own(), named()]);
	});

	it('goes by the URL that is given under Also Deliver To', async () => {
		goByName();
		urls.push(setup.n8n.productionUrl(third));
		setup.n8n.respondInstead(isFor(third), (response) => response.writeHead(200).end());
		await play.publish(sender);
		await aMessage('one');

		expect(hosts()).toEqual([own(), named()]);
	});
});

describe('where n8n sends its requests through a proxy', () => {
	const seen: string[] = [];
	let proxy: Awaited<ReturnType<typeof openServer>>;
	beforeEach(async () => {
		seen.length = 0;
		proxy = await openServer();
		proxy.server.on('request', ({ url = '' }: http.IncomingMessage, response) => {
			seen.push(url);
			response.writeHead(502).end();
		});
		const { host } = new URL(setup.simulator.url);
		Object.assign(process.env, { http_proxy: proxy.url, no_proxy: host });
	});
	afterEach(async () => {
		delete process.env.http_proxy;
		delete process.env.no_proxy;
		await closeServer(proxy.server);
	});

	it.each([
		['where it is not known by the address that it listens at', hide],
		['where it is', () => undefined],
	])('none of those to itself goes there, %s', async (_where, begin) => {
		begin();
		await play.publish(first);
		await aMessage('one');
		await play.publish(second);
		await play.listen(third);
		const { length } = seen;
		play.mark();
		await aMessage('two');

		play.expectStarted('first second third test');

		expect(seen.slice(length)).toEqual([]);
		// The n8n of an earlier test may still send something.
		const own = seen.filter((url) => url.startsWith(setup.n8n.url));
		expect(own.filter((url) => url.includes('secret'))).toEqual([]);
	});
});
