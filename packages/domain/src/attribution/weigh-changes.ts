import { type FailureFinding, isCausedByChange, mentionedNames, type SuspectChange } from './attribute.js';
import { moduleOf, reachesOthers } from './code-files.js';
import { type FilePath, nameOf, stemOf } from './file-path.js';
import { namedFiles } from './named-files.js';
import { isDistinctive } from './same-file.js';
import { type ChangedFile, foldersOf, readFiles, type Touch } from './touches.js';
import { findTouches } from './touching-changes.js';

/** How a change relates to what failed, from the closest relation to none. */
export type ChangeRelation = 'failing_file' | 'same_unit' | 'mentioned' | 'same_module' | 'same_folder' | 'none';

export interface WeighedChange {
  /** How likely it is the culprit, compared with a change that has nothing to do with the failure. */
  readonly weight: number;
  readonly relation: ChangeRelation;
  /** The file that relates it to the failure, as the tool sent it. */
  readonly file: string | null;
}

/**
 * How much more often the culprit has such a relation than another change, roughly as `npm run people:evaluate` finds it.
 */
const WEIGHTS: Readonly<Record<ChangeRelation, number>> = {
  failing_file: 60,
  same_unit: 20,
  mentioned: 10,
  same_module: 4,
  same_folder: 4,
  none: 1,
};
/** A change whose files are unknown may have touched anything. */
const UNKNOWN_FILES = 2;

const UNRELATED: WeighedChange = { weight: 1, relation: 'none', file: null };

/** What a problem says about the failure. */
export interface FailedPlace {
  readonly category: string;
  readonly file: string | null;
  readonly symbol: string | null;
  readonly test: string | null;
  /** The line that explains the cause. */
  readonly message: string;
}

/** Weighs the changes before a problem by what they touched. If no change can cause it, all weigh the same. */
export function weighForProblem(
  { category, message, ...place }: FailedPlace,
  changes: readonly Pick<SuspectChange, 'files'>[],
): WeighedChange[] {
  if (!isCausedByChange(category)) return changes.map(() => UNRELATED);
  const { file, symbol, test } = place;
  const evidence = [{ text: message }];
  return weighChanges({ category, file, symbol, test, evidence, otherChangedFiles: [] }, changes);
}

/** Weighs the changes since the last pass by what they touched. */
export function weighChanges(
  finding: Omit<FailureFinding, 'confidence'>,
  changes: readonly Pick<SuspectChange, 'files'>[],
): WeighedChange[] {
  const named = namedFiles(finding);
  const made = changes.map(({ files }) => ({ files: files === null ? null : readFiles(files) }));
  const folders = foldersOf(made.flatMap(({ files }) => files ?? []));
  const touches = new Map(findTouches(made, named, folders).map((found) => [found.made, found.touch]));
  const mentioned = mentionedNames(finding, named);
  return made.map((change) => {
    if (change.files === null) return { weight: UNKNOWN_FILES, relation: 'none', file: null };
    const touch = touches.get(change);
    const { relation, file } =
      touch === undefined ? relate(change.files, { named: named.files, mentioned }) : touched(touch);
    return { weight: weightOf(relation, change.files.length), relation, file: file?.spelled ?? null };
  });
}

/** A change of many files touches any given one more easily, so that it says less. */
function weightOf(relation: ChangeRelation, files: number): number {
  return 1 + (WEIGHTS[relation] - 1) / Math.max(1, Math.log2(files));
}

interface Related {
  readonly relation: ChangeRelation;
  readonly file: ChangedFile | null;
}

const touched = ({ kind, file }: Touch): Related => ({
  relation: kind === 'file' ? 'failing_file' : 'same_unit',
  file,
});

interface Place {
  readonly named: readonly FilePath[];
  readonly mentioned: ReadonlySet<string>;
}

function relate(files: readonly ChangedFile[], { named, mentioned }: Place): Related {
  const rules: (readonly [ChangeRelation, (file: ChangedFile) => boolean])[] = [
    ['mentioned', ({ path }) => isDistinctive(stemOf(path)) && mentioned.has(nameOf(path))],
    ['same_module', ({ path }) => reachesOthers(path) && named.some((failing) => isSameModule(failing, path))],
    ['same_folder', ({ path }) => named.some((failing) => isSameFolder(failing, path))],
  ];
  for (const [relation, rule] of rules) {
    const file = files.find(rule);
    if (file !== undefined) return { relation, file };
  }
  return { relation: 'none', file: null };
}

const isSameModule = (failing: FilePath, path: FilePath) =>
  moduleOf(failing) !== null && moduleOf(failing) === moduleOf(path);

/** Whether the folders of two files have the same name and the same parent. */
function isSameFolder(failing: FilePath, { segments }: FilePath): boolean {
  const [a, b] = [failing.segments.slice(-3, -1), segments.slice(-3, -1)];
  return a.length > 0 && a.join('/') === b.join('/');
}
