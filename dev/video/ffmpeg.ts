/** The program that makes a video of frames: the one that is there, or Debian's. */
import { installPackages, mayInstallPackages } from '../debian';
import { findOnPath } from '../processes';
import { withProgress } from '../progress';

const NAME = 'ffmpeg';

/** @returns its path; installs it where it is missing and this may be done */
export async function ensureFfmpeg(): Promise<string> {
	const found = findOnPath(NAME);
	if (found !== undefined) return found;
	if (mayInstallPackages()) {
		await withProgress(
			'Installing ffmpeg (apt-get)',
			async () => await installPackages([NAME, 'fonts-liberation']),
		);
	}
	const installed = findOnPath(NAME);
	if (installed !== undefined) return installed;
	throw new Error(
		'There is no ffmpeg here. Install it, on Debian and Ubuntu with: apt-get install ffmpeg',
	);
}
