/** What tests and the soak measure while they are at it: said aloud, and rows of `docs/benchmarks.md` where they are recorded. */
import { z } from 'zod';
import { newFolder } from '../folders';
import { fs, path, process } from '../platform';
import { say } from '../progress';
import { writeSection, type Section } from './page';

/** What was measured, in words and units, and the bound that the test checks. */
const measurementSchema = z.object({ name: z.string(), measured: z.string(), bound: z.string() });
type Measurement = z.infer<typeof measurementSchema>;

/** Names the file that collects the measurements of a run, over the processes that it consists of. */
const VARIABLE = 'MEASUREMENTS_FILE';

/** @param bound what the caller holds it to, in words */
export function tell(name: string, measured: string, bound: string): void {
	const measurement: Measurement = { name, measured, bound };
	say(`${name}: ${measured} (${bound})`);
	const file = process.env[VARIABLE];
	if (file) fs.appendFileSync(file, `${JSON.stringify(measurement)}\n`);
}

/** Whether what is measured goes into the page: then it is worth the time of more of it. */
export function isRecorded(): boolean {
	return process.env[VARIABLE] !== undefined;
}

/**
 * Collects from now on what this process and those that it starts measure.
 * @returns gives what has been measured
 */
export function collectMeasurements(): () => Measurement[] {
	const folder = newFolder('measurements');
	const file = path.join(folder, 'measurements.jsonl');
	fs.writeFileSync(file, '');
	process.env[VARIABLE] = file;
	return () => {
		const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
		delete process.env[VARIABLE];
		fs.rmSync(folder, { recursive: true });
		return lines.map((line) => measurementSchema.parse(JSON.parse(line)));
	};
}

/** Writes them into the page, replacing those of an earlier run. */
export function writeMeasurements(section: Section, measurements: Measurement[]): void {
	const rows = measurements.map(({ name, measured, bound }) => [name, measured, bound]);
	writeSection(section, ['what', 'measured', 'held to'], rows);
}
