/** `npx tsx dev/generated/main.ts`: writes what is generated and committed. A test tells when it is due. */
import { fs, path, process, repositoryRoot } from '../platform';
import { say } from '../progress';
import { resources } from '../../nodes/PublicOutreach/resources';
import { COVERAGE_FILE, coverageTable, sections } from './coverage';
import { outputSchemas, SCHEMA_FOLDER, TRIGGER_SCHEMA_FILE, triggerSchema } from './outputSchemas';

const files = new Map([
	...outputSchemas(),
	[TRIGGER_SCHEMA_FILE, triggerSchema()],
	[COVERAGE_FILE, coverageTable()],
]);
for (const [file, content] of files) {
	const target = path.join(repositoryRoot, file);
	if (fs.existsSync(target) && fs.readFileSync(target, 'utf8') === content) continue;
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.writeFileSync(target, content);
	say(`written: ${file}`);
}
removeOthers();
nameUncovered();

/** What is left of operations that are gone. */
function removeOthers(): void {
	const folder = path.join(repositoryRoot, SCHEMA_FOLDER);
	for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const file = path.posix.join(SCHEMA_FOLDER, name.split(path.sep).join('/'));
		if (!file.endsWith('.json') || files.has(file)) continue;
		fs.rmSync(path.join(folder, name));
		say(`removed: ${file}`);
	}
}

/** The lines of the table are written by hand: where an operation comes from, no code can know. */
function nameUncovered(): void {
	const served = new Set(sections.flatMap(({ lines }) => lines.flatMap((line) => line.servedBy)));
	const names = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);
	for (const name of names.filter((one) => !served.has(one))) {
		process.exitCode = 1;
		say(`${name} has no line in dev/generated/coverage/: endpoints.ts or extended.ts`);
	}
}
