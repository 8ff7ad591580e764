/** From a recording to the files that are published, with the captions below the picture. */
import { ensureProgram } from '../browser/install';
import { fs, path } from '../platform';
import { findOnPath, outputOf } from '../processes';
import type { Recording } from './recorder';

/** A viewer's patience. */
const LONGEST_MS = 40_000;
const WIDTH = 1280;
const HEIGHT = 800;
/** Below the picture, so that a caption never covers what it speaks of. */
const CAPTION_HEIGHT = 80;
const VIDEO = ['-c:v', 'libx264', '-crf', '24', '-preset', 'slow', '-pix_fmt', 'yuv420p'];
const ANIMATION = ['-c:v', 'libwebp_anim', '-lossless', '0', '-quality', '55', '-loop', '0'];

/**
 * Writes `<target>.mp4` and `<target>.webp`.
 *
 * @param folder where intermediate files may be kept
 */
export async function encode(recorded: Recording, folder: string, target: string): Promise<void> {
	const recording = atPace(recorded);
	const ffmpeg = await ensureProgram({
		name: 'ffmpeg',
		find: () => findOnPath('ffmpeg'),
		packages: ['ffmpeg', 'fonts-liberation'],
	});
	const frames = path.join(folder, 'frames.txt');
	const captions = path.join(folder, 'captions.ass');
	fs.writeFileSync(frames, frameList(recording));
	fs.writeFileSync(captions, subtitles(recording));
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', frames];
	const picture =
		`scale=${WIDTH}:${HEIGHT},pad=${WIDTH}:${HEIGHT + CAPTION_HEIGHT}:0:0:color=0x101330,` +
		`subtitles=${captions}`;
	await outputOf(ffmpeg, [...input, '-vf', `${picture},fps=15`, ...VIDEO, `${target}.mp4`]);
	const smaller = `${picture},fps=6,scale=960:-2:flags=lanczos`;
	await outputOf(ffmpeg, [...input, '-vf', smaller, ...ANIMATION, `${target}.webp`]);
}

/** Faster where the machine was slow: the same length everywhere. */
function atPace({ frames, captions, lengthMs }: Recording): Recording {
	const factor = Math.min(1, LONGEST_MS / lengthMs);
	const sooner = <Part extends { fromMs: number }>(part: Part): Part => ({
		...part,
		fromMs: part.fromMs * factor,
	});
	return {
		frames: frames.map(sooner),
		captions: captions.map(sooner),
		lengthMs: lengthMs * factor,
	};
}

function frameList({ frames, lengthMs }: Recording): string {
	const lines = frames.flatMap(({ file, fromMs }, index) => {
		const untilMs = frames[index + 1]?.fromMs ?? lengthMs;
		return [`file '${file}'`, `duration ${((untilMs - fromMs) / 1000).toFixed(3)}`];
	});
	// ffmpeg ignores the duration of the last entry unless its file is named once more.
	return ['ffconcat version 1.0', ...lines, `file '${frames.at(-1)?.file}'`, ''].join('\n');
}

function subtitles({ captions, lengthMs }: Recording): string {
	const events = captions.map(({ text, fromMs }, index) => {
		const untilMs = captions[index + 1]?.fromMs ?? lengthMs;
		return `Dialogue: 0,${timestamp(fromMs)},${timestamp(untilMs)},Default,,0,0,0,,${text}`;
	});
	return `[Script Info]
ScriptType: v4.00+
PlayResX: ${WIDTH}
PlayResY: ${HEIGHT + CAPTION_HEIGHT}

[V4+ Styles]
Format: Name,Fontname,Fontsize,PrimaryColour,Bold,Italic,BorderStyle,Outline,Shadow,Alignment,MarginL,MarginR,MarginV
Style: Default,Liberation Sans,30,&H00FFFFFF,0,0,1,0,0,2,40,40,${CAPTION_HEIGHT / 2 - 17}

[Events]
Format: Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text
${events.join('\n')}
`;
}

/** Formatted as 0:01:02.35. */
function timestamp(ms: number): string {
	return new Date(ms).toISOString().slice(12, 22);
}
