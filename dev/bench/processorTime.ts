/** The processor time of a process, which says what work costs also while others use the machine. */
import { fs } from '../platform';

/** Linux counts in hundredths of a second, whatever its own clock does. */
const MS_PER_TICK = 10;
/** After the name of the command, which may have spaces: the fields of proc(5) from the third one on. */
const [USER, SYSTEM] = [11, 12];

/** In milliseconds, since the process started; `undefined` where the system is not Linux. */
export function processorTime(pid: number | undefined): number | undefined {
	const file = `/proc/${pid}/stat`;
	if (!fs.existsSync(file)) return undefined;
	const fields = fs.readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
	return (Number(fields[USER]) + Number(fields[SYSTEM])) * MS_PER_TICK;
}
