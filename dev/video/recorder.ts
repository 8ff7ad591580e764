/** Records a page as it is drawn, with the pointer and with captions. */
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
const READING_MS_PER_CHARACTER = 45;
const LEAST_READING_MS = 1800;

export class Recorder {
	private readonly frames: Recording['frames'] = [];
	private readonly captions: Recording['captions'] = [];
	private startedAt = 0;
	private isCutting = false;

	/** @param folder where the frames are kept */
	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/** Records the open page from now on. */
	async start(): Promise<void> {
		this.startedAt = Date.now();
		const size = this.page.viewportSize() ?? undefined;
		await this.page.screencast.start({ size, quality: 92, onFrame: ({ data }) => this.keep(data) });
		// A headless browser draws no pointer.
		await this.page.screencast.showActions({
			cursor: 'pointer',
			style: { title: 'display: none' },
		});
	}

	/** Leaves out what is drawn meanwhile: pages that still load. */
	async cut(work: () => Promise<unknown>): Promise<void> {
		const from = this.elapsed();
		this.isCutting = true;
		await work();
		this.isCutting = false;
		this.startedAt += this.elapsed() - from;
		// A page that is complete draws nothing by itself.
		await this.page.mouse.move(1, 1);
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
		if (this.isCutting) return;
		const file = path.join(this.folder, `${this.frames.length}.jpg`);
		fs.writeFileSync(file, image);
		this.frames.push({ file, fromMs: this.elapsed() });
	}

	private elapsed(): number {
		return Date.now() - this.startedAt;
	}
}
