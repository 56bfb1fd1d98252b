import { type FilePath, stemOf } from './file-path.js';

/**
 * How certain it is that two paths name the same file: `certain` if one path ends with the whole other path, `likely`
 * if they agree from a typical project root folder onward, `name` if only the name is known.
 */
export type Likeness = 'certain' | 'likely' | 'name';

/** Folders that every project has, so they do not tell files apart. */
const ORDINARY_FOLDERS: ReadonlySet<string> = new Set(
  (
    'src source sources lib libs include inc private public classes internal test tests spec specs __tests__ main ' +
    'java kotlin resources app apps packages modules plugins content assets scripts config runtime editor core ' +
    'common shared utils util helpers'
  ).split(' '),
);

/** File names that occur in many folders. */
const ORDINARY_STEMS: ReadonlySet<string> = new Set(
  (
    'index main app types type utils util common helpers helper constants config setup init __init__ test tests ' +
    'conftest mod lib build settings manifest package program startup module core base makefile cmakelists readme ' +
    'dockerfile pom gradle options default global globals page layout route routes server client package-lock'
  ).split(' '),
);

/** Folders at the root of a game project, wherever a workspace maps it. */
const PROJECT_FOLDERS: ReadonlySet<string> = new Set([
  'source',
  'content',
  'assets',
  'plugins',
  'config',
  'packages',
]);

const SHORTEST_NAME = 4;

/** Whether a name is enough to identify a file. */
export function isDistinctive(stem: string): boolean {
  return stem.length >= SHORTEST_NAME && !ORDINARY_STEMS.has(stem);
}

function countShared(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && a[a.length - 1 - shared] === b[b.length - 1 - shared]) shared += 1;
  return shared;
}

/**
 * Whether a path in a log and the path of a change name the same file. `folders` are the repository's known folders: if
 * the paths differ in one of them, they are different files, not one tree under two roots.
 */
export function compareFiles(
  failing: FilePath,
  changed: FilePath,
  folders: ReadonlySet<string>,
): { readonly likeness: Likeness; readonly shared: number } | null {
  const shared = countShared(failing.segments, changed.segments);
  if (shared === 0) return null;
  const [failingRest, changedRest] = [failing.segments.length - shared, changed.segments.length - shared];
  if (failingRest === 0 && changedRest <= changed.rootLength) return { likeness: 'certain', shared };
  const isWhole = failingRest === 0 || changedRest <= changed.rootLength;
  if (shared === 1) return isWhole && isDistinctive(stemOf(failing)) ? { likeness: 'name', shared } : null;
  const matched = failing.segments.slice(failingRest);
  if (!isDistinctivePath(matched, failing)) return null;
  if (isWhole) return { likeness: 'certain', shared };
  const parting = failing.segments[failingRest - 1] ?? '';
  const isProjectRoot = shared > 2 && PROJECT_FOLDERS.has(matched[0] ?? '') && !folders.has(parting);
  return isProjectRoot ? { likeness: 'likely', shared } : null;
}

function isDistinctivePath(matched: readonly string[], failing: FilePath): boolean {
  return isDistinctive(stemOf(failing)) || matched.slice(0, -1).some((folder) => !ORDINARY_FOLDERS.has(folder));
}
