import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { CliError } from '../cli-error.js';

const WITH_BACKSLASHES = process.platform === 'win32';

/**
 * The files that paths and patterns name, each once, as absolute paths. Shells expand unquoted patterns, but not all of
 * them know `**`, and none does on Windows.
 */
export async function findFiles(
  patterns: readonly string[],
  folder: string,
  warn: (text: string) => void,
): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const files = await filesOf(pattern, folder);
    if (files.length === 0) warn(`No file matches ${pattern}.`);
    for (const file of files) found.add(file);
  }
  if (found.size === 0)
    throw new CliError('There are no test reports.', {
      hint: `Looked in ${folder}. If the tests ran, check that their tool writes reports, and where.`,
    });
  return [...found];
}

/** A path is taken as it is: it may contain brackets. */
async function filesOf(pattern: string, folder: string): Promise<string[]> {
  const path = resolve(folder, pattern);
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (isFile) return [path];
  const written = WITH_BACKSLASHES ? pattern.replaceAll('\\', '/') : pattern;
  const files = await glob(written, { cwd: folder, absolute: true, dot: true, expandDirectories: false });
  return files.toSorted();
}
