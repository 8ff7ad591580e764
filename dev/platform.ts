/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals --
 * The only access from dev/ and test/ to Node itself. The default lint configuration holds every
 * TypeScript file to the rules of shipped code, which may not touch processes, timers or files.
 * Nothing in dev/ and test/ is shipped and both need them: the exception stands here, once, and
 * everything else imports from this file. */
import * as path from 'node:path';

export * as childProcess from 'node:child_process';
export * as crypto from 'node:crypto';
export { EventEmitter, once, setMaxListeners } from 'node:events';
export * as fs from 'node:fs';
export * as http from 'node:http';
export * as https from 'node:https';
export { createRequire } from 'node:module';
export * as net from 'node:net';
export * as os from 'node:os';
export { Readable } from 'node:stream';
export * as streamConsumers from 'node:stream/consumers';
export * as timers from 'node:timers';
export * as util from 'node:util';
export * as v8 from 'node:v8';
export * as vm from 'node:vm';
export * as zlib from 'node:zlib';
export { performance } from 'node:perf_hooks';
export { default as process } from 'node:process';
export { setTimeout as wait } from 'node:timers/promises';
export { path };

/** The repository's root folder, absolute. */
export const repositoryRoot = path.resolve(__dirname, '..');
