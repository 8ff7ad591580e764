/** Runs one folder of tests with Jest and reads the results. */
import { z } from 'zod';
import { isRecorded } from './bench/measurements';
import { programOf } from './commands';
import { newFolder, remove } from './folders';
import { UNMEASURED } from './n8n/server';
import { fs, path, process, repositoryRoot } from './platform';
import { runCommand } from './processes';

export interface TestResult {
	passed: number;
	/** The failures, a line or more for each. */
	failures: string[];
	skipped: number;
}

const reportSchema = z.object({
	numPassedTests: z.number(),
	numPendingTests: z.number(),
	testResults: z.array(
		z.object({
			name: z.string(),
			/** The failure of a file that could not be loaded. */
			message: z.string(),
			status: z.string(),
			assertionResults: z.array(
				z.object({
					fullName: z.string(),
					status: z.string(),
					failureMessages: z.array(z.string()),
				}),
			),
		}),
	),
});

const LINES_SHOWN = 6;
/** Tests allocate much that is soon garbage; collecting it in larger amounts takes 15 % off the unit tests. */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=128`;
/** For tests that record no figures: n8n allocates from large pages, which takes an eighth off its start on Linux. */
const unmeasured = { [UNMEASURED]: 'yes', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/** A folder without tests is a failure: nothing was tested. */
export async function runJest(folder: string, ...args: string[]): Promise<TestResult> {
	const scratch = newFolder('jest-report');
	const report = path.join(scratch, 'report.json');
	try {
		const options = [
			'--json',
			`--outputFile=${report}`,
			// n8n's own log output would hide the failures.
			'--silent',
			// Handles that a failing test leaves open must not keep the run from exiting.
			'--forceExit',
		];
		const { code, signal } = await runCommand(programOf('jest'), [folder, ...options, ...args], {
			env: { ...process.env, NODE_OPTIONS, ...(!isRecorded() && unmeasured) },
		});
		const outcome = fs.existsSync(report) ? readReport(report) : nothing;
		if (code === 0 || outcome.failures.length > 0) return outcome;
		const reason = `${folder}: Jest ended with ${code ?? signal}, see its output above`;
		return { ...outcome, failures: [reason] };
	} finally {
		await remove(scratch);
	}
}

const nothing: TestResult = { passed: 0, failures: [], skipped: 0 };

function readReport(file: string): TestResult {
	const content: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	const { numPassedTests, numPendingTests, testResults } = reportSchema.parse(content);
	const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
		const failed = assertionResults.filter((test) => test.status === 'failed');
		const isUnloaded = failed.length === 0 && status === 'failed';
		const unloaded = { fullName: 'could not be loaded', failureMessages: [message] };
		return (isUnloaded ? [unloaded] : failed).map(
			({ fullName, failureMessages }) =>
				`${path.relative(repositoryRoot, name)} › ${fullName}\n${beginning(failureMessages)}`,
		);
	});
	return { passed: numPassedTests, failures, skipped: numPendingTests };
}

function beginning(messages: string[]): string {
	const lines = messages.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
	const shown = lines.slice(0, LINES_SHOWN).map((line) => `    ${line}`);
	return shown.join('\n');
}
