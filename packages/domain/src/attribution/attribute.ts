import type { InvestigationCategory } from '@slipway/contracts';
import type { FileChange } from '../deliveries/operations.js';
import { isCode, moduleOf, reachesOthers } from './code-files.js';
import { nameOf, parseFilePath, stemOf } from './file-path.js';
import { type FindingPlace, type NamedFiles, namedFiles } from './named-files.js';
import { changesInEffect, type RevertibleChange } from './reverts.js';
import { isDistinctive } from './same-file.js';
import { type ChangedFile, foldersOf, readFiles } from './touches.js';
import { findTouches, type TouchingChange } from './touching-changes.js';

/** A change made since the job's last passing build. */
export interface SuspectChange extends ChangeAuthor, RevertibleChange {
  readonly displayIdentifier: string;
  readonly sourceType: string;
  /** Null if the touched files are unknown. */
  readonly files: readonly FileChange[] | null;
}

export interface FailureFinding extends FindingPlace {
  readonly confidence: number;
  readonly evidence: readonly { readonly text: string }[];
  /** Other changed files that the log points to just as strongly. */
  readonly otherChangedFiles: readonly string[];
}

/** Why a person is named, or why none is. */
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

export interface Suspect {
  readonly change: SuspectChange;
  /** What speaks against it, as a sentence. */
  readonly reason: string;
  readonly confidence: number;
}

/** The changes that probably caused a failure, and the person who made them. */
export interface Attribution {
  readonly userId: number | null;
  readonly reason: AttributionReason;
  /** The changes of the only possible author, oldest first; empty if another author is possible. */
  readonly suspects: readonly Suspect[];
  /** The changes that match the finding, oldest first. There may be some even if nobody is named. */
  readonly changes: readonly SuspectChange[];
  /** The file that failed, with the path that the tool sent. */
  readonly file: string | null;
}

/** Failures that a change can cause. Licenses, machines, networks and depots also fail without one. */
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
/** Whether a change can cause failures of a kind. */
export const isCausedByChange = (category: string): category is InvestigationCategory =>
  CAUSED_BY_CHANGES.has(category as InvestigationCategory);

const COMPILED: ReadonlySet<InvestigationCategory> = new Set(['compile', 'link', 'codegen']);
const MIN_CONFIDENCE = 0.5;
/** A header or another file beside the failing one may have changed without breaking it. */
const MAX_RELATED_CONFIDENCE = 0.75;

interface ReadChange {
  readonly change: SuspectChange;
  readonly files: readonly ChangedFile[] | null;
}

const nobody = (reason: AttributionReason, changes: readonly SuspectChange[] = []): Attribution => ({
  userId: null,
  reason,
  suspects: [],
  changes,
  file: null,
});

/**
 * Finds the author of the change that caused a failure: the only author, among the given changes (oldest first), who
 * touched files that the finding names. Names nobody if another author is possible, because a wrong name is worse than
 * none.
 */
export function attributeFailure(finding: FailureFinding, changes: readonly SuspectChange[]): Attribution {
  if (!CAUSED_BY_CHANGES.has(finding.category)) return nobody('not_a_change');
  if (finding.confidence < MIN_CONFIDENCE) return nobody('low_confidence');
  if (changes.length === 0) return nobody('no_changes');
  const named = namedFiles(finding);
  if (named.files.length + named.packages.length + named.stems.size === 0) return nobody('no_file');
  const made = changesInEffect(mergeSightings(changes)).map(readChange);
  const folders = foldersOf(made.flatMap(({ files }) => files ?? []));
  const touching = findTouches(made, named, folders);
  const found = touching.length > 0 ? touching : findReaching(made, named, finding.category);
  if (found.length === 0) return nobody('no_match');
  const mentioned = mentionedNames(finding, named);
  return nameAuthor(found, made, { named, mentioned, confidence: finding.confidence });
}

/** The paths of all files that the changes touched, except reverted changes. */
export function pathsOf(changes: readonly SuspectChange[]): string[] {
  const files = changesInEffect(mergeSightings(changes)).flatMap((change) => change.files ?? []);
  return [...new Set(files.map(({ path }) => path))];
}

const readChange = (change: SuspectChange): ReadChange => ({
  change,
  files: change.files === null ? null : readFiles(change.files),
});

/** Merges several integrations' reports of one change, each of which may lack fields that another has. */
function mergeSightings(changes: readonly SuspectChange[]): SuspectChange[] {
  const known = new Map<string, SuspectChange>();
  for (const change of changes) {
    const key = `${change.sourceType} ${change.identifier}`;
    const other = known.get(key);
    known.set(key, other === undefined ? change : mergeTwo(other, change));
  }
  return [...known.values()];
}

function mergeTwo(a: SuspectChange, b: SuspectChange): SuspectChange {
  const fuller = a.files === null && b.files !== null ? b : a;
  const isOnePerson = a.userId === null || b.userId === null || a.userId === b.userId;
  return { ...fuller, userId: isOnePerson ? (a.userId ?? b.userId) : null };
}

interface Clues {
  readonly named: NamedFiles;
  readonly mentioned: ReadonlySet<string>;
  readonly confidence: number;
}

/** Names the only author of the matching changes, unless there is evidence for another author. */
function nameAuthor(
  found: readonly TouchingChange<ReadChange>[],
  made: readonly ReadChange[],
  { named, mentioned, confidence }: Clues,
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
  const others = made.filter(({ change }) => authorKey(change) !== key && !isGitMerge(change));
  const isCertain = own.some(({ touch }) => touch.kind === 'file' && touch.likeness === 'certain');
  if (!isCertain && others.some(({ files }) => files === null)) return nobody('unknown_files', changes);
  if (others.some(({ files }) => isMentioned(files ?? [], mentioned) || hasHeaderOrSource(files ?? [], named)))
    return nobody('several_authors', changes);
  const suspects = own.map((touching) => toSuspect(touching, confidence));
  const known = { suspects, changes, file: first.touch.file.spelled };
  if (changes.some(isAutomation)) return { ...known, userId: null, reason: 'automation' };
  if (author.userId === null) return { ...known, userId: null, reason: 'unresolved_author' };
  return { ...known, userId: author.userId, reason: 'attributed' };
}

function toSuspect({ made: { change }, touch }: TouchingChange<ReadChange>, confidence: number): Suspect {
  const isFailing = touch.kind === 'file';
  const relation = isFailing ? 'where the build fails' : 'which belongs with the failing file';
  return {
    change,
    reason: `Touched ${touch.file.spelled}, ${relation}.`,
    confidence: isFailing ? confidence : Math.min(confidence, MAX_RELATED_CONFIDENCE),
  };
}

/** A git merge arrives with its commits and their authors. A merge in a depot arrives only with their content. */
function isGitMerge({ sourceType, description }: SuspectChange): boolean {
  return sourceType === 'GitCommit' && isMerge(description);
}

/**
 * The words in the quoted lines, and the names of the other files that the log points to, except the failing file's
 * name: its path already identifies it.
 */
export function mentionedNames(
  { evidence, otherChangedFiles }: Pick<FailureFinding, 'evidence' | 'otherChangedFiles'>,
  { files }: Pick<NamedFiles, 'files'>,
): Set<string> {
  const words = new Set(evidence.flatMap(({ text }) => text.toLowerCase().match(/[\w.-]+/g) ?? []));
  for (const other of otherChangedFiles) words.add(nameOf(parseFilePath(other)));
  for (const failing of files) words.delete(nameOf(failing));
  return words;
}

function isMentioned(files: readonly ChangedFile[], names: ReadonlySet<string>): boolean {
  return files.some(({ path }) => isDistinctive(stemOf(path)) && names.has(nameOf(path)));
}

/** Whether one of the files, in an unrelated folder, may be the header or source that belongs to a failing file. */
function hasHeaderOrSource(files: readonly ChangedFile[], named: NamedFiles): boolean {
  return named.files.some(
    (failing) =>
      isDistinctive(stemOf(failing)) &&
      files.some(
        ({ path }) => isCode(path) && stemOf(path) === stemOf(failing) && nameOf(path) !== nameOf(failing),
      ),
  );
}

/**
 * If no change touched a failing file, returns the changes to headers and module files of the failing module, provided
 * that nobody else changed such a file anywhere.
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

/** The author of a change, as far as known. */
export interface ChangeAuthor {
  readonly author: string;
  readonly authorUid: string | null;
  readonly userId: number | null;
}

const AUTOMATION =
  /\[bot\]$|^(?:github-actions|web-flow|dependabot|renovate|jenkins|buildkite(?:-agent)?|teamcity|gitlab-ci|ci|cd|build|builder|buildbot|buildmachine|build-?(?:agent|bot|machine|server|user)|automation|root|system|p4-?(?:bot|ci|build|service))$|(?:^|[-_.])(?:bot|svc|service-?account)(?:[-_.]|$)/;

/** Whether a machine made the change, so that there is no person to name. */
function isAutomation({ author, authorUid }: ChangeAuthor): boolean {
  return [author, authorUid ?? ''].some((name) => {
    const login = name.split('<', 1)[0]?.trim().toLowerCase() ?? '';
    const local = login.includes('@') ? login.slice(0, login.indexOf('@')).replace(/^\d+\+/, '') : login;
    return AUTOMATION.test(local);
  });
}

/** Identifies an author, whether or not they were matched to a member. */
function authorKey({ author, authorUid, userId }: ChangeAuthor): string {
  return userId === null ? `label ${(authorUid ?? author).trim().toLowerCase()}` : `user ${userId}`;
}

const MERGE =
  /^(?:merg(?:e|ed|es|ing)|automerge|auto-merge|integrat(?:e|ed|es|ing|ion)|cop(?:y|ied|ying)) (?:branch|pull request|remote-tracking|commit|tag|from|down|up|\/\/|'|[\w./-]+ (?:in)?to\b|main|master|trunk|release|develop)/i;

/** Whether a change contains other people's work, so that its author did not write it. */
function isMerge(description: string): boolean {
  return MERGE.test(description.trimStart());
}
