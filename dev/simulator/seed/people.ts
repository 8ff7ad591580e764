import { dated, newObject, StoredLeadList } from '../objects';

/* All invented. Domains are under .example, which nobody can own (RFC 2606); telephone numbers are from
 * 202-555-0100 to 0199, which are kept free for fiction. */

type CompanyRow = [
	name: string,
	location: string,
	industry: string,
	employees: keyof typeof revenueByEmployees,
];

const revenueByEmployees = {
	'11-50': '$1M-$10M',
	'51-200': '$10M-$50M',
	'201-500': '$50M-$100M',
	'501-1000': '$100M-$250M',
	'1001-5000': '$250M-$500M',
};

const companyRows: CompanyRow[] = [
	['Larkfield Logistics', 'Rotterdam, Netherlands', 'Logistics', '201-500'],
	['Bramblewood Foods', 'Leeds, United Kingdom', 'Food Production', '501-1000'],
	['Quillstone Software', 'Austin, TX, United States', 'Software Development', '51-200'],
	['Osprey Ridge Energy', 'Denver, CO, United States', 'Renewable Energy', '201-500'],
	['Halvorsund Marine', 'Bergen, Norway', 'Shipbuilding', '51-200'],
	['Tessel & Thorn', 'Antwerp, Belgium', 'Textiles', '11-50'],
	['Copperleaf Clinics', 'Chicago, IL, United States', 'Hospitals and Health Care', '1001-5000'],
	['Vantmoor Robotics', 'Munich, Germany', 'Industrial Automation', '51-200'],
	['Saltmarsh Analytics', 'Boston, MA, United States', 'Information Services', '11-50'],
	['Peregrine Learning', 'Dublin, Ireland', 'E-Learning', '51-200'],
];

type LeadRow = [
	first: string,
	last: string,
	title: string,
	company: number,
	customFields?: Record<string, unknown>,
];

const leadRows: LeadRow[] = [
	['Marit', 'Okkerman', 'VP Operations', 0, { deal_size: 18000, region: 'Benelux' }],
	['Tobias', 'Renfeldt', 'Head of Procurement', 0, { region: 'Benelux' }],
	['Imogen', 'Harcastle', 'Chief Operating Officer', 1, { deal_size: 32000, newsletter: true }],
	['Rowan', 'Pettiford', 'Supply Chain Manager', 1],
	['Dalia', 'Montrose', 'VP Sales', 2, { deal_size: 12500, trial_started: '2025-03-02' }],
	['Callum', 'Eastgrove', 'Director of Revenue Operations', 2, { trial_started: '2025-03-02' }],
	['Nadia', 'Velasquez-Hurst', 'Chief Executive Officer', 2],
	['Jonah', 'Whitlow', 'Director of Field Sales', 3, { deal_size: 27000, region: 'Mountain West' }],
	['Priscilla', 'Ngata', 'VP Business Development', 3],
	['Sindre', 'Halvåg', 'Chief Commercial Officer', 4, { region: 'Nordics' }],
	['Ragnhild', 'Torsund', 'Head of Sales', 4],
	['Lotte', 'Verhaegen', 'Founder', 5, { newsletter: true }],
	['Émile', 'Castelnau', 'Sales Director', 5],
	['Beatrix', 'Lindqvist', 'VP Patient Services', 6, { deal_size: 54000 }],
	['Gideon', 'Marchbanks', 'Director of Partnerships', 6],
	['Oluwaseun', 'Adebiyi', 'Chief Digital Officer', 6, { deal_size: 61000, region: 'Midwest' }],
	['Klara', 'Weissenbach', 'Head of Sales', 7, { trial_started: '2025-02-18' }],
	['Matthis', 'Oberlander', 'Chief Technology Officer', 7],
	['Yuki', 'Tanabe-Cross', 'VP Sales', 8],
	['Fergus', 'Dunmallet', 'Account Director', 8, { newsletter: false }],
	['Saoirse', 'Killbride', 'Chief Learning Officer', 9, { region: 'Ireland' }],
	['Declan', 'Morrowby', 'Director of Sales', 9],
	['Anouk', 'Terpstra', 'Sales Development Manager', 0],
	['Winston', 'Greyfield', 'VP Sales', 1, { deal_size: 22000 }],
	...operationsTeams(),
];

/** Further people for a search by job title that goes on over several pages, some in each company. */
function operationsTeams(): LeadRow[] {
	const firstNames = ['Alba', 'Bruno', 'Carys', 'Dorian', 'Elin', 'Farid'];
	const lastNames = ['Ashgrove', 'Brandvold', 'Corriedale', 'Dovecote', 'Eskdale', 'Fenwright'];
	const titles = ['Operations Analyst', 'Operations Coordinator', 'Operations Planner'];
	return lastNames.flatMap((last, team) =>
		firstNames.map((first, place): LeadRow => {
			const index = team * firstNames.length + place;
			return [first, last, titles[index % titles.length] ?? '', index % companyRows.length];
		}),
	);
}

export const seedCompanies = () => companyRows.map(companyOf);

export type Company = ReturnType<typeof companyOf>;
export type Lead = ReturnType<typeof leadOf>;

function companyOf([name, location, industry, employees]: CompanyRow, index: number) {
	const slug = name.toLowerCase().split(' ', 1).join();
	return {
		id: 7001 + index,
		name,
		linkedin_url: `https://linkedin.example/company/${slug}`,
		logo_url: `https://cdn.example/logos/${slug}.png`,
		website_url: `https://www.${slug}.example`,
		location,
		industry,
		revenue: revenueByEmployees[employees],
		amount_of_employees: employees,
	};
}

export function seedLeads(companies: Company[]): Lead[] {
	return leadRows.flatMap((row, index) => {
		const company = companies[row[3]];
		return company ? [leadOf(row, index, company)] : [];
	});
}

function leadOf(
	[first, last, title, , customFields = {}]: LeadRow,
	index: number,
	company: Company,
) {
	const publicId = `${plain(first)}-${plain(last)}`;
	const domain = company.website_url.replace('https://www.', '');
	// Every sixth has no email and phone number yet, so that there is something to enrich.
	const isEnriched = index % 6 !== 5;
	return {
		id: 5001 + index,
		first_name: first,
		last_name: last,
		profile_picture_url: `https://cdn.example/pictures/${publicId}.jpg`,
		linkedin_profile_url: `https://linkedin.example/in/${publicId}`,
		linkedin_public_id: publicId,
		job_title: title,
		industry: company.industry,
		headline: `${title} at ${company.name}`,
		email: isEnriched ? `${plain(first)}.${plain(last)}@${domain}` : '',
		phone_number: isEnriched ? `+1 202-555-01${String(index).padStart(2, '0')}` : '',
		location: company.location,
		/** Reference, Lead: IN_REVIEW is the only value that appears. */
		status: 'IN_REVIEW',
		company,
		custom_fields: customFields,
	};
}

/** A name as used in an email address: lower case, no accents. */
function plain(name: string): string {
	const letters = name.normalize('NFD').toLowerCase();
	return letters.replaceAll(/[^a-z-]/g, '');
}

type ListRow = [
	name: string,
	description: string,
	members: number[],
	kind?: StoredLeadList['search_type'],
];

const listRows: ListRow[] = [
	['Benelux Operations Leaders', 'Met at the Rotterdam trade fair', [5001, 5002, 5003, 5004, 5023]],
	[
		'Trial Users, March',
		'Started a trial and did not finish the set-up',
		[5005, 5006, 5007, 5017, 5018],
	],
	['US Partnerships', '', [5008, 5009, 5014, 5015, 5016, 5019, 5020]],
	['Target Accounts 2025', 'Companies, not people', [7001, 7004, 7007], 'COMPANY'],
];

export const seedLeadLists = (): StoredLeadList[] =>
	listRows.map(([name, description, members, search_type = 'PEOPLE'], index) =>
		newObject(StoredLeadList, {
			...{ id: 301 + index, name, description, search_type, member_ids: [...members] },
			...{ total_prospects: members.length, ...dated(`2025-03-${11 + index}T10:00:00.000Z`) },
		}),
	);
