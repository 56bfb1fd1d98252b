import { withoutMeta } from './code-files.js';
import { type FilePath, nameOf, parseFilePath } from './file-path.js';
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
