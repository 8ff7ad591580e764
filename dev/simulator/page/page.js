import { campaignItem, deliveryEntry, leadOption, requestEntry } from '/_simulator/render.js';

const mostShown = 200;
const find = (id) => document.getElementById(id);

find('base-url').textContent = location.origin;

/** Newest on top: what has just happened is seen without scrolling. */
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

const counts = { requests: 0, deliveries: 0 };

function showState({ campaigns, leads, webhook_url }) {
	const webhook = find('webhook');
	webhook.className = webhook_url ? 'set' : 'quiet';
	webhook.textContent =
		webhook_url ?? 'Not set. Publish a workflow that begins with the Public Outreach Trigger.';

	const open = new Set(
		[...document.querySelectorAll('details[open][data-campaign]')].map((item) =>
			Number(item.dataset.campaign),
		),
	);
	const items = campaigns.map((campaign) => campaignItem(campaign, open.has(campaign.id)));
	find('campaigns').replaceChildren(...items);

	const select = find('lead');
	const chosen = select.value;
	if (select.childElementCount !== leads.length) {
		select.replaceChildren(...leads.map(leadOption));
		if (chosen) select.value = chosen;
	}
}

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

async function post(path, body) {
	const response = await fetch(`/_simulator/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The simulator answered ${response.status}.`);
	return await response.json();
}

function outcomeOf({ deliveries }) {
	const [last] = deliveries.slice(-1);
	if (!last) return 'Kept in the chat. Nothing was delivered, because no webhook is set.';
	if (last.status === 0) return `Could not be delivered: ${last.answer}`;
	return `Delivered${deliveries.length > 1 ? ' twice' : ''}, answered ${last.status}.`;
}

find('write').addEventListener('submit', async (submit) => {
	submit.preventDefault();
	const form = submit.target;
	const button = form.querySelector('button');
	button.disabled = true;
	find('sent').textContent = 'Sending…';
	try {
		const written = await post('messages', {
			lead_id: Number(form.lead.value),
			message: form.text.value,
			times: form.twice.checked ? 2 : 1,
		});
		find('sent').textContent = outcomeOf(written);
	} catch (error) {
		find('sent').textContent = error.message;
	} finally {
		button.disabled = false;
	}
});

find('reset').addEventListener('click', async () => {
	await post('reset', {});
	find('sent').textContent = '';
});
