/** The service of the list benchmark: one list of leads in pages, with a count of its requests. */
import { listen } from '../n8n/ports';
import { http } from '../platform';
import { report, parentMessage } from './children';
import { leadsOf, PAGE_SIZE, TOTAL } from './listsData';

async function main(): Promise<void> {
	let requests = 0;
	const server = http.createServer((request, response) => {
		requests += 1;
		const { searchParams } = new URL(request.url ?? '', 'http://localhost');
		const page = Number(searchParams.get('page') ?? 1);
		const leads = leadsOf(page);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ leads, total: TOTAL, page, page_size: PAGE_SIZE }));
	});
	report({ url: await listen(server) });
	await parentMessage();
	report({ requests });
}

void main();
