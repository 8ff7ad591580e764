/** A service that is measured with its callers, and so runs in a process of its own: campaigns, and a long lead list. */
import { listen } from '../n8n/ports';
import { http, path, process, timers } from '../platform';
import { seedCampaigns } from '../simulator/seed/campaigns';

export const LEADS = 50_000;
/** As short as a service may make its pages. */
const PAGE_SIZE = 25;
export const PAGES = LEADS / PAGE_SIZE;
/** How long a campaign takes; a page of the list is sent immediately. */
const LATENCY_MS = 20;

/** The leads of a page, counted from 1, each about as long as the reference's. */
export function leadsOf(page: number): object[] {
	return Array.from({ length: PAGE_SIZE }, (_, index) => {
		const id = (page - 1) * PAGE_SIZE + index + 1;
		return {
			id,
			first_name: `Ada ${id}`,
			last_name: 'Berg',
			email: `ada.${id}@example.com`,
			job_title: 'Head of Grid Planning',
			linkedin_profile_url: `https://www.linkedin.com/in/ada-berg-${id}`,
			status: 'IN_REVIEW',
			company: { id: id % 1_000, name: 'Nordlicht Energie', industry: 'Renewable energy' },
		};
	});
}

/** Tells its parent the URL. */
async function serve(): Promise<void> {
	const campaign = { ...seedCampaigns()[0], steps: [], prospect_ids: [] };
	const contentAt = ({ pathname, searchParams }: URL) => {
		if (!pathname.endsWith('/leads/')) return campaign;
		const page = Number(searchParams.get('page') ?? 1);
		return { leads: leadsOf(page), total: LEADS, page, page_size: PAGE_SIZE };
	};
	const server = http.createServer((request, response) => {
		const content = contentAt(new URL(request.url ?? '', 'http://localhost'));
		response.setHeader('content-type', 'application/json');
		const send = () => response.end(JSON.stringify(content));
		timers.setTimeout(send, content === campaign ? LATENCY_MS : 0);
	});
	process.once('disconnect', () => process.exit());
	process.send?.(await listen(server));
}

if (path.basename(process.argv[1] ?? '') === 'service.ts') void serve();
