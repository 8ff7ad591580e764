import { leadOption, showConversation } from '/_simulator/conversation.js';
import { deliveryEntry, outcomeOf, requestEntry } from '/_simulator/log.js';
import { showCampaigns, showLeadLists } from '/_simulator/overview.js';

const mostShown = 200;
const find = (id) => document.getElementById(id);
const counts = { requests: 0, deliveries: 0 };
let latest;

find('base-url').textContent = location.origin;

/** Newest on top, so that it is seen without scrolling. */
function showRows(name, rows, toEntry, isFresh, total) {
	const log = find(name);
	if (isFresh) log.replaceChildren();
	for (const row of rows) log.prepend(toEntry(row));
	while (log.childElementCount > mostShown) log.lastElementChild.remove();
	log.hidden = log.childElementCount === 0;
	log.nextElementSibling.hidden = !log.hidden;
	counts[name] = isFresh ? total : counts[name] + rows.length;
	find(`${name}-count`).textContent = counts[name] > 0 ? String(counts[name]) : '';
}

function showState(state) {
	latest = state;
	const { leads, webhook_url } = state;
	const webhook = find('webhook');
	webhook.classList.toggle('text-body-secondary', !webhook_url);
	webhook.textContent =
		webhook_url ??
		'Not set. Publish a workflow that begins with the Public Outreach Trigger. If it is published already, unpublish it first.';
	showCampaigns(find('campaigns'), state);
	showLeadLists(find('lead-lists'), state);
	find('campaigns-count').textContent = state.campaigns.length;
	find('lead-lists-count').textContent = state.lead_lists.length;
	const select = find('lead');
	const chosen = select.value;
	if (select.childElementCount !== leads.length) {
		select.replaceChildren(...leads.map(leadOption));
		if (chosen) select.value = chosen;
	}
	showChosenLead();
}

function showChosenLead() {
	const lead = latest?.leads.find(({ id }) => id === Number(find('lead').value));
	if (lead) showConversation(find('conversation'), find('about-lead'), lead, latest);
}
find('lead').addEventListener('change', showChosenLead);

const events = new EventSource('/_simulator/events');
events.addEventListener('open', () => {
	find('connection').textContent = 'Live';
});
events.addEventListener('error', () => {
	find('connection').textContent = 'Reconnecting…';
});
events.addEventListener('message', ({ data }) => {
	const { fresh, state, requests, deliveries } = JSON.parse(data);
	if (state) showState(state);
	showRows('requests', requests, requestEntry, fresh, state?.counts.requests);
	showRows('deliveries', deliveries, deliveryEntry, fresh, state?.counts.deliveries);
});

async function call(method, path, body) {
	const response = await fetch(`/_simulator/${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The simulator responded with ${response.status}.`);
	return await response.json();
}

call('GET', 'key').then(({ api_key }) => {
	find('api-key').textContent = api_key;
});

for (const button of document.querySelectorAll('dd button')) {
	button.addEventListener('click', async () => {
		await navigator.clipboard.writeText(button.previousElementSibling.textContent);
		button.textContent = 'Copied';
		setTimeout(() => (button.textContent = 'Copy'), 2000);
	});
}

function sentText({ deliveries }) {
	const [last] = deliveries.slice(-1);
	if (!last) return 'Added to the conversation. Not delivered, because no webhook is set.';
	if (last.status === 0) return `Could not be delivered: ${last.response}`;
	const outcomes = deliveries.flatMap((delivery) => outcomeOf(delivery)?.text ?? []);
	const said = outcomes.length > 0 ? ` (${outcomes.join(', ')})` : '';
	return `Delivered${deliveries.length > 1 ? ' twice' : ''}, response ${last.status}${said}.`;
}

find('write').addEventListener('submit', async (submit) => {
	submit.preventDefault();
	const form = submit.target;
	const button = form.querySelector('button');
	button.disabled = true;
	find('sent').textContent = 'Sending…';
	try {
		const written = await call('POST', 'messages', {
			prospect_id: Number(form.lead.value),
			message: form.text.value,
			times: form.twice.checked ? 2 : 1,
		});
		find('sent').textContent = sentText(written);
	} catch (error) {
		find('sent').textContent = error.message;
	} finally {
		button.disabled = false;
	}
});

find('reset').addEventListener('click', () => find('confirm').showModal());
find('confirm').addEventListener('close', async ({ target }) => {
	if (target.returnValue !== 'reset') return;
	target.returnValue = '';
	await call('POST', 'reset', { keep_webhooks: true });
	find('sent').textContent = '';
});
