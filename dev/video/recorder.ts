/** Records a page as it is drawn, with the pointer and with captions; nothing is cut out. */
import type { Page } from 'playwright-core';
import { fs, path, wait } from '../platform';

/** Each frame and each caption is there until the next; times are milliseconds since the recording began. */
export interface Recording {
	/** JPEG files. */
	frames: Array<{ file: string; fromMs: number }>;
	captions: Array<{ text: string; fromMs: number }>;
	lengthMs: number;
}

/** Slow readers manage some 15 characters a second. */
const READING_MS_PER_CHARACTER = 55;
const LEAST_READING_MS = 1800;

export class Recorder {
	private readonly frames: Recording['frames'] = [];
	private readonly captions: Recording['captions'] = [];
	private startedAt = 0;

	/** @param folder where the frames are kept */
	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/** Opens the first page and records from then on. */
	async start(url: string): Promise<void> {
		await this.page.goto(url, { waitUntil: 'networkidle' });
		this.startedAt = Date.now();
		const size = this.page.viewportSize() ?? undefined;
		await this.page.screencast.start({ size, quality: 92, onFrame: ({ data }) => this.keep(data) });
		// A headless browser draws no pointer.
		await this.page.screencast.showActions({
			cursor: 'pointer',
			style: { title: 'display: none' },
		});
	}

	/** Shows a caption from now on, and waits until it can have been read. */
	async say(text: string): Promise<void> {
		this.captions.push({ text, fromMs: this.elapsed() });
		await wait(Math.max(LEAST_READING_MS, text.length * READING_MS_PER_CHARACTER));
	}

	async stop(): Promise<Recording> {
		const lengthMs = this.elapsed();
		await this.page.screencast.stop();
		return { frames: this.frames, captions: this.captions, lengthMs };
	}

	private keep(image: Buffer): void {
		const file = path.join(this.folder, `${this.frames.length}.jpg`);
		fs.writeFileSync(file, image);
		this.frames.push({ file, fromMs: this.elapsed() });
	}

	private elapsed(): number {
		return Date.now() - this.startedAt;
	}
}
