/** `npx tsx dev/generated/main.ts`: writes what is generated and committed. A test tells when it is due. */
import { fs, path, repositoryRoot } from '../platform';
import { say } from '../progress';
import { COVERAGE_FILE, coverageTable } from './coverage';
import { outputSchemas, SCHEMA_FOLDER, TRIGGER_SCHEMA_FILE, triggerSchema } from './outputSchemas';

fs.rmSync(path.join(repositoryRoot, SCHEMA_FOLDER), { recursive: true, force: true });
const others = [
	[TRIGGER_SCHEMA_FILE, triggerSchema()],
	[COVERAGE_FILE, coverageTable()],
] as const;
for (const [file, content] of [...outputSchemas(), ...others]) {
	const target = path.join(repositoryRoot, file);
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.writeFileSync(target, content);
	say(file);
}
