import { createHash } from 'node:crypto';
import type { SourceType } from '@slipway/contracts';
import type { Actor, ChangeReport, FileChange } from '../deliveries/operations.js';
import { comparerOf, compareText } from './compare-text.js';
import { earliest, heavier, mergeFields, type Weighted, type WeightedFields, weigh } from './weighted-fields.js';

export interface ChangeFields {
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly branch: string;
  readonly madeOn: string;
  readonly url: string;
  readonly author: Actor;
  readonly description: string;
}

export interface FileSet {
  readonly count: number;
  readonly digest: string;
  /** Null if the set was read from a row, which stores only the count and the digest. */
  readonly files: readonly FileChange[] | null;
  /** When the delivery that listed them was received; null if unknown. */
  readonly receivedAt: number | null;
  /** When that delivery was replayed; 0 if it was not. */
  readonly replayedAt: number;
  /** The time of the replay that corrected an earlier reading of the same delivery; 0 if there was none. */
  readonly revision: number;
}

export interface ChangeState {
  readonly timestamp: Weighted<number>;
  readonly fields: WeightedFields<ChangeFields>;
  /** Null until a report lists files. */
  readonly files: FileSet | null;
}

/** When a report's delivery was received and, for a replay, when the replay was requested. */
export interface Reading {
  readonly receivedAt: number;
  readonly replayedAt?: number;
}

/** A report with files is the source's own record of the change; other reports only mention it. */
const WITH_FILES = 1;
const WITHOUT_FILES = 0;
/** A second-hand report is lighter than any report from the change's own source. */
export const SECOND_HAND = -1;

function weightOf({ files, secondHand }: ChangeReport): number {
  if (secondHand) return SECOND_HAND;
  return files === undefined ? WITHOUT_FILES : WITH_FILES;
}

/** The state of a change after one report. Only the description of a changelist can be edited later. */
export function changeStateOf(report: ChangeReport, reading: Reading): ChangeState {
  const { displayIdentifier, sourceType, branch, madeOn, url, author, description, files, secondHand } = report;
  const weight = [weightOf(report)];
  const isEditable = sourceType === 'Changelist' && !secondHand;
  return {
    timestamp: { value: report.timestamp, weight },
    fields: {
      ...weigh({ displayIdentifier, sourceType, branch, madeOn, url, author }, weight),
      ...weigh({ description }, isEditable ? [WITH_FILES, reading.receivedAt] : weight),
    },
    files: files === undefined ? null : fileSetOf(files, reading),
  };
}

/** Characters per call: hashing very many short paths one by one takes longer than hashing them together. */
const HASH_CHUNK_CHARACTERS = 65_536;

/** Contains each path once, sorted. */
function fileSetOf(files: readonly FileChange[], { receivedAt, replayedAt = 0 }: Reading): FileSet {
  const byPath = new Map<string, FileChange>();
  for (const file of files) {
    const known = byPath.get(file.path);
    if (known === undefined || known.action < file.action) byPath.set(file.path, file);
  }
  const compare = comparerOf(byPath.keys());
  const sorted = [...byPath.values()].sort((a, b) => compare(a.path, b.path));
  const hash = createHash('sha256');
  let text = '';
  for (const { path, action } of sorted) {
    text += `${path}\0${action}\0`;
    if (text.length < HASH_CHUNK_CHARACTERS) continue;
    hash.update(text);
    text = '';
  }
  hash.update(text);
  const digest = hash.digest('base64url');
  return { count: sorted.length, digest, files: sorted, receivedAt, replayedAt, revision: 0 };
}

/**
 * If a replay reads a different set from the same delivery, that set replaces the earlier reading even if it has fewer
 * files, and it prevails over other deliveries. Otherwise the larger set wins.
 */
function mergeFileSets(a: FileSet, b: FileSet): FileSet {
  const isSameDelivery = a.receivedAt !== null && a.receivedAt === b.receivedAt;
  if (isSameDelivery && a.digest !== b.digest && a.replayedAt !== b.replayedAt) {
    const newer = a.replayedAt > b.replayedAt ? a : b;
    return { ...newer, revision: newer.replayedAt };
  }
  if (a.revision !== b.revision) return a.revision > b.revision ? a : b;
  if (a.count !== b.count) return a.count > b.count ? a : b;
  if (a.digest === b.digest)
    return { ...a, files: a.files ?? b.files, receivedAt: earliest(a.receivedAt, b.receivedAt) };
  return compareText(a.digest, b.digest) > 0 ? a : b;
}

export function mergeChanges(a: ChangeState, b: ChangeState): ChangeState {
  const [recorded, reported] = [a.fields.author, b.fields.author];
  return {
    timestamp: mergeTimestamps(a.timestamp, b.timestamp),
    fields: {
      ...mergeFields(a.fields, b.fields),
      ...(recorded && reported && { author: mergeAuthors(recorded, reported) }),
    },
    files: a.files === null || b.files === null ? (a.files ?? b.files) : mergeFileSets(a.files, b.files),
  };
}

/** At equal weights, the earlier time wins: a commit that is reported again keeps the time it was made. */
function mergeTimestamps(a: Weighted<number>, b: Weighted<number>): Weighted<number> {
  const [left = 0, right = 0] = [a.weight[0], b.weight[0]];
  if (left === right) return a.value <= b.value ? a : b;
  return heavier(a, b);
}

/**
 * The author of a change is the user whose login it was when the change was recorded: another report that names the same
 * login does not replace them, even if the login has been connected or disconnected since.
 */
function mergeAuthors(recorded: Weighted<Actor>, reported: Weighted<Actor>): Weighted<Actor> {
  const author = heavier(recorded, reported);
  const userId = recorded.value.userId || reported.value.userId;
  return userId && isSameLogin(recorded, reported) ? { ...author, value: { ...author.value, userId } } : author;
}

/** A login of the source's own tool is not the same as one of a build server, even if their names are equal. */
function isSameLogin(a: Weighted<Actor>, b: Weighted<Actor>): boolean {
  if ((a.weight[0] === SECOND_HAND) !== (b.weight[0] === SECOND_HAND)) return false;
  return a.value.uid === b.value.uid && (a.value.uid !== null || a.value.label === b.value.label);
}
