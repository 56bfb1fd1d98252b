import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CommandContext } from '../context.js';
import { describeEnd } from './judge-end.js';
import { readProgram } from './run-program.js';
import { SyncError } from './workspace.js';

const TAR = /\.(?:tar|tar\.(?:gz|bz2|xz|zst)|tgz|tbz2|txz)$/i;
const ZIP = /\.zip$/i;

/** The program that unpacks a file of this name; null if it is no archive. The tar of Windows unpacks both kinds. */
export function unpacker(name: string, platform: NodeJS.Platform): 'tar' | 'unzip' | null {
  if (TAR.test(name)) return 'tar';
  if (!ZIP.test(name)) return null;
  return platform === 'win32' ? 'tar' : 'unzip';
}

export interface PackedFile {
  readonly path: string;
  /** What the build calls it. */
  readonly name: string;
}

/** Unpacks a file into a folder, or moves it there if it is no archive. */
export async function unpack(context: CommandContext, { path, name }: PackedFile, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = unpacker(name, process.platform);
  if (program === null) return rename(path, join(folder, basename(name)));
  const args = program === 'tar' ? ['-xf', path, '-C', folder] : ['-q', '-o', path, '-d', folder];
  const progress = context.output.progress(`Unpacking ${name}`);
  const end = await readProgram(context, { file: program, args })
    .catch((error: Error) => {
      throw new SyncError(`${program} cannot be started: ${error.message}`, {
        hint: `Install ${program}.`,
        cause: error,
      });
    })
    .finally(() => progress.stop());
  if (end.code !== 0)
    throw new SyncError(`${name} cannot be unpacked: ${program} ended with ${describeEnd(end)}.`, {
      hint: end.stderr.trim(),
    });
}
