/** Records a page as it is drawn, with the pointer and with captions; nothing is cut out. */
import type { Page } from 'playwright-core';
import { fs, path, wait } from '../platform';

export interface Frame {
	file: string;
	/** Milliseconds since the recording began. */
	atMs: number;
}

export interface Caption {
	text: string;
	fromMs: number;
	toMs: number;
}

export interface Recording {
	frames: Frame[];
	captions: Caption[];
	lengthMs: number;
}

/** Slow readers manage some 15 characters a second. */
const READING_MS_PER_CHARACTER = 55;
const LEAST_READING_MS = 1800;

export class Recorder {
	private readonly frames: Frame[] = [];
	private readonly captions: Caption[] = [];
	private startedAt = 0;

	/** @param folder where the frames are kept, as JPEG files */
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
		this.endCaption();
		this.captions.push({ text, fromMs: this.elapsed(), toMs: Infinity });
		await wait(Math.max(LEAST_READING_MS, text.length * READING_MS_PER_CHARACTER));
	}

	async stop(): Promise<Recording> {
		this.endCaption();
		const lengthMs = this.elapsed();
		await this.page.screencast.stop();
		return { frames: this.frames, captions: this.captions, lengthMs };
	}

	private keep(image: Buffer): void {
		const file = path.join(this.folder, `${this.frames.length}.jpg`);
		fs.writeFileSync(file, image);
		this.frames.push({ file, atMs: this.elapsed() });
	}

	private endCaption(): void {
		const last = this.captions.at(-1);
		if (last?.toMs === Infinity) last.toMs = this.elapsed();
	}

	private elapsed(): number {
		return Date.now() - this.startedAt;
	}
}
