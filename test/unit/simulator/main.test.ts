import { childProcess, once, path, process, repositoryRoot } from '../../../dev/platform';
import { startSimulator } from '../../../dev/simulator';

const program = path.join(repositoryRoot, 'dev', 'simulator', 'main.ts');

function run(port: string) {
	const child = childProcess.spawn(process.execPath, ['--import', 'tsx', program], {
		cwd: repositoryRoot,
		env: { ...process.env, SIMULATOR_PORT: port },
	});
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
	}
	return { child, output, exit: once(child, 'exit') };
}

describe('npm run simulator', () => {
	it('prints address and key, answers there, and ends on Ctrl-C', async () => {
		const { child, output, exit } = run('0');
		while (!output.text.includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /Base URL\s+(\S+)/.exec(output.text)?.[1] ?? '';
		const key = /API key\s+(\S+)/.exec(output.text)?.[1] ?? '';
		const headers = { 'x-api-key': key };
		const response = await fetch(`${url}/api/v1/public/campaigns/`, { headers });
		child.kill('SIGINT');
		const [code] = await exit;

		expect(response.status).toBe(200);
		expect(code).toBe(0);
	});

	it('names a port that is taken and says what to do, and refuses what is no port', async () => {
		const other = await startSimulator();
		const [taken, none] = [run(String(other.port)), run('eighty')];
		const codes = [...(await taken.exit), ...(await none.exit)];
		await other.close();

		expect(codes).toEqual([1, null, 1, null]);
		expect(taken.output.text).toContain(`Port ${other.port} is in use`);
		expect(taken.output.text).toContain('SIMULATOR_PORT=');
		expect(none.output.text).toContain('"eighty", which is no port number');
	});
});
