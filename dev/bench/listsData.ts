/** A long lead list, in pages as short as a service may make them. */
export const TOTAL = 50_000;
export const PAGE_SIZE = 25;
export const PAGES = TOTAL / PAGE_SIZE;

/** The leads of a page, counted from 1, each about as long as the reference's. */
export function leadsOf(page: number): object[] {
	const first = (page - 1) * PAGE_SIZE;
	return Array.from({ length: Math.min(PAGE_SIZE, TOTAL - first) }, (_, index) => {
		const id = first + index + 1;
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
