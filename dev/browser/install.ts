/** Programs that only tests and pictures need: an installed one, or Debian's, installed where possible. */
import { installPackages, mayInstallPackages } from '../debian';
import { messageOf } from '../shutdown';
import { withProgress } from '../progress';

interface Program {
	name: string;
	find(): string | undefined;
	/** The Debian packages that have it. */
	packages: string[];
	/** Advice for a machine on which nothing may be installed. */
	otherwise?: string;
}

/** The path of a program; installs it where it is missing and that is permitted. */
export async function ensureProgram(program: Program): Promise<string> {
	const { name, find, packages, otherwise = '' } = program;
	const advice = `Install it, on Debian and Ubuntu with: apt-get install ${packages.join(' ')}${otherwise}`;
	const found = find();
	if (found !== undefined) return found;
	if (!mayInstallPackages()) throw new Error(`There is no ${name} here. ${advice}`);
	const fail = (reason: string): never => {
		throw new Error(`${name} could not be installed: ${reason}\n${advice}`);
	};
	await withProgress(
		`Installing ${name} (apt-get, about half a minute)`,
		async () => await installPackages(packages).catch((error: unknown) => fail(messageOf(error))),
	);
	return find() ?? fail('installing it left no program in any known place');
}
