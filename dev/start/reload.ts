/** `npm run watch` beside `npm start`: n8n loads the nodes anew whenever the compiler has written them. */
import { fs, path, repositoryRoot } from '../platform';

/** n8n (2.41, load-nodes-and-credentials.js) then watches the folders of its packages. */
export const RELOADING = { N8N_DEV_RELOAD: 'true' };

/** @param folder where n8n has the package: it does not follow a link to this one */
export function copyWhatIsCompiled(folder: string): void {
	const from = path.join(repositoryRoot, 'dist');
	const copy = (file: string) => {
		const source = path.join(from, file);
		if (fs.statSync(source, { throwIfNoEntry: false })?.isFile()) {
			fs.cpSync(source, path.join(folder, 'dist', file));
		}
	};
	fs.watch(from, { recursive: true }, (_event, file) => void (file && copy(file))).unref();
}
