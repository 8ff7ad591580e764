import { fs, path, repositoryRoot } from '../../../dev/platform';
import { codexFiles, design, read, standard, ux, verification } from './rules';

const HERE = path.join(repositoryRoot, 'test/unit/guidelines');
const PAGE = read('docs/verification.md');
const sources = fs
	.readdirSync(HERE)
	.filter((file) => file.endsWith('.test.ts') && file !== 'page.test.ts')
	.map((file) => ({ file, text: fs.readFileSync(path.join(HERE, file), 'utf8') }));

const PAGES = new Map(Object.entries({ ux, design, verification, codexFiles, standard }));
const CALL = /\b(ux|design|verification|codexFiles|standard)\(\s*'([\w-]+)'/g;

const addresses = sources.flatMap(({ text }) =>
	[...text.matchAll(CALL)].map(([, page = '', section = '']) => PAGES.get(page)?.(section) ?? ''),
);

it('looked at something', () => expect(new Set(addresses).size).toBeGreaterThan(25));

it.each([...new Set(addresses)])('docs/verification.md has %s', (address) => {
	expect(PAGE).toContain(`(${address})`);
});

it.each(sources)('docs/verification.md names $file', ({ file }) => {
	expect(PAGE).toContain(`\`${file}\``);
});
