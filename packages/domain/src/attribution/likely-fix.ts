import type { SuspectChange } from './attribute.js';
import { withoutMeta } from './code-files.js';
import { type FilePath, nameOf, parseFilePath } from './file-path.js';
import { type RevertibleChange, reverts } from './reverts.js';
import { compareFiles } from './same-file.js';
import { foldersOf } from './touches.js';

/** Creates a lookup of files named in a log among the paths of changed files. */
export function lookUpFiles(paths: readonly string[]): (file: string) => boolean {
  const files = paths.map((text) => ({ path: withoutMeta(parseFilePath(text)) }));
  const folders = foldersOf(files);
  const byName = new Map<string, FilePath[]>();
  for (const { path } of files) {
    const alike = byName.get(nameOf(path));
    if (alike === undefined) byName.set(nameOf(path), [path]);
    else alike.push(path);
  }
  return (file) => {
    const path = parseFilePath(file);
    return (byName.get(nameOf(path)) ?? []).some((changed) => compareFiles(path, changed, folders) !== null);
  };
}

/** What is known of a problem that was fixed. */
interface FixedProblem {
  /** The file that failed. */
  readonly file: string | null;
  /** The change that runs proved to be its culprit. */
  readonly culprit: RevertibleChange | null;
}

/**
 * The id of the change that fixed a problem, among those between the last failing and the first passing build: the one
 * that reverts the proven culprit, otherwise the only one that touched the file that failed, otherwise the only one at
 * all. Null if it could be any of several.
 */
export function likelyFix(changes: readonly SuspectChange[], { file, culprit }: FixedProblem): number | null {
  const revert = culprit === null ? undefined : changes.findLast((change) => reverts(change, culprit));
  if (revert !== undefined) return revert.id;
  const touching = file === null ? [] : changes.filter((change) => touches(change, file));
  const [only, ...others] = touching.length > 0 ? touching : changes;
  return only !== undefined && others.length === 0 ? only.id : null;
}

function touches({ files }: Pick<SuspectChange, 'files'>, file: string): boolean {
  return files !== null && lookUpFiles(files.map(({ path }) => path))(file);
}
