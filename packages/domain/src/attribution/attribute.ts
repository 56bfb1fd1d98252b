import type { InvestigationCategory } from '@slipway/contracts';
import type { FileChange } from '../deliveries/operations.js';
import { authorKey, type ChangeAuthor, isAutomation, isMerge } from './authors.js';
import { isCode, moduleOf, reachesOthers } from './code-files.js';
import { nameOf, stemOf } from './file-path.js';
import { type FindingPlace, type NamedFiles, namedFiles } from './named-files.js';
import { changesInEffect, type RevertibleChange } from './reverts.js';
import { isTelling } from './same-file.js';
import { type ChangedFile, foldersOf, readFiles } from './touches.js';
import { findTouches, type TouchingChange } from './touching-changes.js';

/** A change made since the last passing build of the job. */
export interface SuspectChange extends ChangeAuthor, RevertibleChange {
  readonly displayIdentifier: string;
  readonly sourceType: string;
  /** Null when it is not known what it touched. */
  readonly files: readonly FileChange[] | null;
}

/** What is known about the failure. */
export interface FailureFinding extends FindingPlace {
  readonly confidence: number;
  readonly evidence: readonly { readonly text: string }[];
}

/** Why somebody is named, or nobody. */
export type AttributionReason =
  | 'attributed'
  | 'not_a_change'
  | 'low_confidence'
  | 'no_changes'
  | 'no_file'
  | 'no_match'
  | 'several_authors'
  | 'merged'
  | 'automation'
  | 'unresolved_author'
  | 'unknown_files';

/** Whom to ask about a failure. */
export interface Attribution {
  readonly userId: number | null;
  readonly reason: AttributionReason;
  /** The changes it points to, in the order they were made; there may be some without anybody to name. */
  readonly changes: readonly SuspectChange[];
  /** The file of theirs that failed, as the tool spelled it. */
  readonly file: string | null;
}

/** Failures that somebody's change can be behind. Licences, machines, networks and depots fail by themselves. */
const CAUSED_BY_CHANGES: ReadonlySet<InvestigationCategory> = new Set([
  'compile',
  'link',
  'codegen',
  'config',
  'cook',
  'shader',
  'packaging',
  'test',
  'lint',
  'content',
  'dependency',
]);
const COMPILED: ReadonlySet<InvestigationCategory> = new Set(['compile', 'link', 'codegen']);
const LEAST_CONFIDENCE = 0.5;

interface ReadChange {
  readonly change: SuspectChange;
  readonly files: readonly ChangedFile[] | null;
}

const nobody = (reason: AttributionReason, changes: readonly SuspectChange[] = []): Attribution => ({
  userId: null,
  reason,
  changes,
  file: null,
});

/**
 * Whose change a failure comes from: the one author among those who made the given changes, in the order they were
 * made, whose files the finding names. Nobody whenever somebody else might be meant: a wrong name is worse than none.
 */
export function attributeFailure(finding: FailureFinding, changes: readonly SuspectChange[]): Attribution {
  if (!CAUSED_BY_CHANGES.has(finding.category)) return nobody('not_a_change');
  if (finding.confidence < LEAST_CONFIDENCE) return nobody('low_confidence');
  if (changes.length === 0) return nobody('no_changes');
  const named = namedFiles(finding);
  if (named.files.length + named.packages.length + named.stems.size === 0) return nobody('no_file');
  const made = changesInEffect(joinSightings(changes)).map(readChange);
  const folders = foldersOf(made.flatMap(({ files }) => files ?? []));
  const touching = findTouches(made, named, folders);
  const found = touching.length > 0 ? touching : findReaching(made, named, finding.category);
  if (found.length === 0) return nobody('no_match');
  return nameAuthor(found, made, { evidence: finding.evidence, named });
}

const readChange = (change: SuspectChange): ReadChange => ({
  change,
  files: change.files === null ? null : readFiles(change.files),
});

/** One change that several integrations told of is one: each may know what the others do not. */
function joinSightings(changes: readonly SuspectChange[]): SuspectChange[] {
  const known = new Map<string, SuspectChange>();
  for (const change of changes) {
    const key = `${change.sourceType} ${change.identifier}`;
    const other = known.get(key);
    known.set(key, other === undefined ? change : joinTwo(other, change));
  }
  return [...known.values()];
}

function joinTwo(a: SuspectChange, b: SuspectChange): SuspectChange {
  const told = a.files === null && b.files !== null ? b : a;
  const isOnePerson = a.userId === null || b.userId === null || a.userId === b.userId;
  return { ...told, userId: isOnePerson ? (a.userId ?? b.userId) : null };
}

/** The one author of what was found, unless something speaks for another. */
function nameAuthor(
  found: readonly TouchingChange<ReadChange>[],
  made: readonly ReadChange[],
  { evidence, named }: Pick<FailureFinding, 'evidence'> & { readonly named: NamedFiles },
): Attribution {
  const all = found.map(({ made: { change } }) => change);
  const own = found.filter(({ made: { change } }) => !isGitMerge(change));
  const [first] = own;
  if (first === undefined) return nobody('merged', all);
  const author = first.made.change;
  const changes = own.map(({ made: { change } }) => change);
  const key = authorKey(author);
  if (changes.some((change) => authorKey(change) !== key)) return nobody('several_authors', changes);
  if (changes.some(({ description }) => isMerge(description))) return nobody('merged', changes);
  if (changes.some(isAutomation)) return nobody('automation', changes);
  if (author.userId === null) return nobody('unresolved_author', changes);
  const others = made.filter(({ change }) => authorKey(change) !== key && !isGitMerge(change));
  const isCertain = own.some(({ touch }) => touch.kind === 'file' && touch.likeness === 'certain');
  if (!isCertain && others.some(({ files }) => files === null)) return nobody('unknown_files', changes);
  const mentioned = mentionedNames(evidence, named);
  if (others.some(({ files }) => isMentioned(files ?? [], mentioned) || hasTwin(files ?? [], named)))
    return nobody('several_authors', changes);
  return { userId: author.userId, reason: 'attributed', changes, file: first.touch.file.spelled };
}

/** Its commits come with it, each with its own author. A merge of a depot brings their content alone. */
function isGitMerge({ sourceType, description }: SuspectChange): boolean {
  return sourceType === 'GitCommit' && isMerge(description);
}

/** What the lines shown may name besides the failing file, which its path tells from others of its name. */
function mentionedNames(evidence: FailureFinding['evidence'], { files }: NamedFiles): Set<string> {
  const words = new Set(evidence.flatMap(({ text }) => text.toLowerCase().match(/[\w.-]+/g) ?? []));
  for (const failing of files) words.delete(nameOf(failing));
  return words;
}

function isMentioned(files: readonly ChangedFile[], names: ReadonlySet<string>): boolean {
  return files.some(({ path }) => isTelling(stemOf(path)) && names.has(nameOf(path)));
}

/** Whether one of the files may be the other half of what failed, kept in folders that do not tell. */
function hasTwin(files: readonly ChangedFile[], named: NamedFiles): boolean {
  return named.files.some(
    (failing) =>
      isTelling(stemOf(failing)) &&
      files.some(
        ({ path }) => isCode(path) && stemOf(path) === stemOf(failing) && nameOf(path) !== nameOf(failing),
      ),
  );
}

/**
 * When nobody touched what failed: those who changed what the failing module compiles, if nobody else changed anything
 * that other files are compiled with.
 */
function findReaching(
  made: readonly ReadChange[],
  { files }: NamedFiles,
  category: InvestigationCategory,
): TouchingChange<ReadChange>[] {
  const module = files.map(moduleOf).find((name) => name !== null) ?? null;
  if (module === null || !COMPILED.has(category) || made.some((change) => change.files === null)) return [];
  const reaching = made.flatMap((change) => {
    const file = change.files?.find(({ path }) => reachesOthers(path));
    return file === undefined ? [] : [{ made: change, file }];
  });
  const within = made.flatMap((change) => {
    const file = change.files?.find(({ path }) => moduleOf(path) === module && reachesOthers(path));
    return file === undefined ? [] : [{ made: change, touch: moduleTouch(file) }];
  });
  const authors = new Set(reaching.map(({ made: { change } }) => authorKey(change)));
  return authors.size === 1 ? within : [];
}

const moduleTouch = (file: ChangedFile) => ({
  file,
  kind: 'unit' as const,
  likeness: 'name' as const,
  shared: 0,
});
