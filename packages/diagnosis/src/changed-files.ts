import { plainPath } from './file-features.js';

/** Tells whether a file of the log is one that the suspect changes touched. */
export type IsChanged = (file: string) => boolean;

/** A log and a repository may have different roots; paths that agree in a name and two folders are of one file. */
const SHARED_SEGMENTS = 3;
/** Depot and stream, which no workspace has. */
const DEPOT_ROOT = /^\/\/[^/]+\/[^/]+(?=\/)/;

/** Looks up files of a log among the files of changes. */
export function lookUpChanged(changedFiles: readonly string[]): IsChanged {
  const byName = new Map<string, string[]>();
  for (const file of changedFiles) {
    const path = plainPath(file.replace(DEPOT_ROOT, ''));
    const name = nameOf(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return (file) => {
    const path = plainPath(file);
    return (byName.get(nameOf(path)) ?? []).some((changed) => isSameFile(path, changed));
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function isSameFile(a: string, b: string): boolean {
  const end = a.split('/').slice(-SHARED_SEGMENTS);
  return a.endsWith(b) || b.endsWith(a) || (end.length === SHARED_SEGMENTS && b.endsWith(`/${end.join('/')}`));
}
