/** `npx tsx dev/generated/main.ts`: writes what is generated and committed. A test tells when it is due. */
import { fs, path, repositoryRoot } from '../platform';
import { say } from '../progress';
import { CONTRACT_FILE, extendedContract } from './contract';
import { operationRequests } from './operationRequests';
import { assertAllRegistered } from './operations';
import { outputSchemas, SCHEMA_FOLDER, TRIGGER_SCHEMA_FILE, triggerSchema } from './outputSchemas';

assertAllRegistered();
const files = new Map([
	...outputSchemas(),
	[TRIGGER_SCHEMA_FILE, triggerSchema()],
	[CONTRACT_FILE, extendedContract()],
	...operationRequests(),
]);
for (const [file, content] of files) {
	const target = path.join(repositoryRoot, file);
	if (fs.existsSync(target) && fs.readFileSync(target, 'utf8') === content) continue;
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.writeFileSync(target, content);
	say(`written: ${file}`);
}
removeOthers();

/** Files of operations that no longer exist. */
function removeOthers(): void {
	const folder = path.join(repositoryRoot, SCHEMA_FOLDER);
	for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const file = path.posix.join(SCHEMA_FOLDER, name.split(path.sep).join('/'));
		if (!file.endsWith('.json') || files.has(file)) continue;
		fs.rmSync(path.join(folder, name));
		say(`removed: ${file}`);
	}
}
