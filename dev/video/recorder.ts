/** Records a page as it is drawn, with the pointer and with captions; nothing is cut out. */
import type { CDPSession, Page } from 'playwright-core';
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

/** A headless browser draws no pointer: this follows where the mouse is. */
const POINTER = `
addEventListener('DOMContentLoaded', () => {
	const pointer = document.createElement('div');
	pointer.style.cssText =
		'position:fixed;z-index:2147483647;width:22px;height:22px;margin:-11px;border-radius:50%;' +
		'background:rgba(234,75,113,.35);border:2px solid #ea4b71;pointer-events:none;' +
		'left:640px;top:400px;transition:left .35s,top .35s,transform .15s';
	document.documentElement.append(pointer);
	addEventListener('mousemove', ({ clientX, clientY }) => {
		pointer.style.left = clientX + 'px';
		pointer.style.top = clientY + 'px';
	}, true);
	addEventListener('mousedown', () => (pointer.style.transform = 'scale(.6)'), true);
	addEventListener('mouseup', () => (pointer.style.transform = 'none'), true);
});
`;

export class Recorder {
	private readonly frames: Frame[] = [];
	private readonly captions: Caption[] = [];
	private startedAt = 0;
	private session: CDPSession | undefined;

	/** @param folder where the frames are kept, as JPEG files */
	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/** Opens the first page and records from then on. */
	async start(url: string): Promise<void> {
		await this.page.addInitScript(POINTER);
		await this.page.goto(url, { waitUntil: 'networkidle' });
		const session = await this.page.context().newCDPSession(this.page);
		this.session = session;
		this.startedAt = Date.now();
		session.on('Page.screencastFrame', ({ data, sessionId }) => {
			this.keep(Buffer.from(data, 'base64'));
			// The browser sends the next frame once this one is acknowledged; it may have gone since.
			session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		const size = this.page.viewportSize() ?? { width: 1280, height: 800 };
		await session.send('Page.startScreencast', {
			format: 'jpeg',
			quality: 92,
			maxWidth: size.width,
			maxHeight: size.height,
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
		await this.session?.send('Page.stopScreencast');
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
