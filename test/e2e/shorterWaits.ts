/** What n8n waits minutes for, it waits less for: its code stays as it is. */
const load = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** n8n ends a test after two minutes (TEST_WEBHOOK_TIMEOUT); here after half a minute. */
export const SHORT_TESTS = load(
	'const wait = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms === 120000 ? 30000 : ms, ...rest);',
);

/** n8n looks once a minute for executions whose waiting time is over (wait-tracker.js); here every second. */
export const SHORT_LOOKS = load(
	"const repeat = setInterval; globalThis.setInterval = (work, ms, ...rest) => repeat(work, ms === 60000 && String(work).includes('getWaitingExecutions') ? 1000 : ms, ...rest);",
);
