import { HookContext } from 'n8n-core';

type Level = 'error' | 'warn' | 'info' | 'debug';
const LEVELS: Level[] = ['error', 'warn', 'info', 'debug'];

/** Captures n8n's log from now on, as `warn: …`, until Jest's mocks are restored. */
export function readLog(): string[] {
	const lines: string[] = [];
	const write = (level: Level) => (text: string) => lines.push(`${level}: ${text}`);
	const logger = Object.fromEntries(LEVELS.map((level) => [level, write(level)]));
	const contexts: { logger: unknown } = Object.getPrototypeOf(HookContext.prototype);
	jest.spyOn(contexts, 'logger', 'get').mockReturnValue(logger);
	return lines;
}
