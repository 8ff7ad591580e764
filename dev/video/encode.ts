/** From a recording to the files that are published, with the captions below the picture. */
import { ensureFfmpeg } from './ffmpeg';
import type { Caption, Recording } from './recorder';
import { fs, path } from '../platform';
import { outputOf } from '../processes';

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
export async function encode(recording: Recording, folder: string, target: string): Promise<void> {
	const ffmpeg = await ensureFfmpeg();
	const frames = path.join(folder, 'frames.txt');
	const captions = path.join(folder, 'captions.ass');
	fs.writeFileSync(frames, frameList(recording));
	fs.writeFileSync(captions, subtitles(recording.captions));
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', frames];
	const picture =
		`scale=${WIDTH}:${HEIGHT},pad=${WIDTH}:${HEIGHT + CAPTION_HEIGHT}:0:0:color=0x101330,` +
		`subtitles=${captions}`;
	await outputOf(ffmpeg, [...input, '-vf', `${picture},fps=15`, ...VIDEO, `${target}.mp4`]);
	const smaller = `${picture},fps=6,scale=960:-2:flags=lanczos`;
	await outputOf(ffmpeg, [...input, '-vf', smaller, ...ANIMATION, `${target}.webp`]);
}

/** Each frame stays until the next one was drawn. */
function frameList({ frames, lengthMs }: Recording): string {
	const lines = frames.flatMap(({ file, atMs }, index) => {
		const until = frames[index + 1]?.atMs ?? lengthMs;
		return [`file '${file}'`, `duration ${((until - atMs) / 1000).toFixed(3)}`];
	});
	// ffmpeg ignores the duration of the last entry unless its file is named once more.
	return ['ffconcat version 1.0', ...lines, `file '${frames.at(-1)?.file}'`, ''].join('\n');
}

function subtitles(captions: Caption[]): string {
	const style = `Style: Default,Liberation Sans,30,&H00FFFFFF,0,0,1,0,0,2,40,40,${CAPTION_HEIGHT / 2 - 17}`;
	const events = captions.map(
		({ text, fromMs, toMs }) =>
			`Dialogue: 0,${timestamp(fromMs)},${timestamp(toMs)},Default,,0,0,0,,${text}`,
	);
	return [
		'[Script Info]',
		'ScriptType: v4.00+',
		`PlayResX: ${WIDTH}`,
		`PlayResY: ${HEIGHT + CAPTION_HEIGHT}`,
		'',
		'[V4+ Styles]',
		'Format: Name,Fontname,Fontsize,PrimaryColour,Bold,Italic,BorderStyle,Outline,Shadow,Alignment,MarginL,MarginR,MarginV',
		style,
		'',
		'[Events]',
		'Format: Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text',
		...events,
		'',
	].join('\n');
}

/** As 0:01:02.35. */
function timestamp(ms: number): string {
	const iso = new Date(ms).toISOString();
	return iso.slice(12, 22);
}
