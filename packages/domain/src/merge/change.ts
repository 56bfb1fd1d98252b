import { createHash } from 'node:crypto';
import type { SourceType } from '@slipway/contracts';
import type { Actor, ChangeReport, FileChange } from '../deliveries/operations.js';
import { comparerOf, compareText } from './compare-text.js';
import { heavier, joinRegisters, type Register, type Registers, registersOf } from './register.js';
import { earliest } from './times.js';

/** What tools tell of a change besides when it was made and what it touched. */
export interface ChangeFields {
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly branch: string;
  readonly madeOn: string;
  readonly url: string;
  readonly author: Actor;
  readonly description: string;
}

/** The files a change touched: their number, what tells the set from others, and themselves where they are at hand. */
export interface FileSet {
  readonly count: number;
  readonly digest: string;
  readonly files: readonly FileChange[] | null;
  /** When the delivery came in that told of the set first; null where that was not kept. */
  readonly toldAt: number | null;
  /** When that delivery was read again and told another set than before; 0 otherwise. */
  readonly revision: number;
}

/** All that reports said of a change, in a form that joins in any order. */
export interface ChangeState {
  /** Negative milliseconds, so that the earlier of two equally good times stands. */
  readonly madeBefore: Register<number>;
  readonly fields: Registers<ChangeFields>;
  /** Null while no report told of files. */
  readonly files: FileSet | null;
}

/** Events that carry the files are the sender's own record of the change; others mention it in passing. */
const WITH_FILES = 1;
const WITHOUT_FILES = 0;
/** What is told at second hand weighs less than anything that the change's own source tells. */
export const SECOND_HAND = -1;

function weightOf({ files, secondHand }: ChangeReport): number {
  if (secondHand) return SECOND_HAND;
  return files === undefined ? WITHOUT_FILES : WITH_FILES;
}

/** What one report says of a change. A changelist's description may be edited later, other changes are as they are. */
export function changeStateOf(report: ChangeReport, receivedAt: number): ChangeState {
  const { displayIdentifier, sourceType, branch, madeOn, url, author, description, files, secondHand } = report;
  const weight = [weightOf(report)];
  const isEditable = sourceType === 'Changelist' && !secondHand;
  return {
    madeBefore: { value: -report.timestamp, weight },
    fields: {
      ...registersOf({ displayIdentifier, sourceType, branch, madeOn, url, author }, weight),
      ...registersOf({ description }, isEditable ? [WITH_FILES, receivedAt] : weight),
    },
    files: files === undefined ? null : fileSetOf(files, receivedAt),
  };
}

/** Characters: to hash each of very many paths by itself takes longer than to hash them. */
const HASHED_AT_ONCE = 65_536;

/** Each path once, in an order of their own. */
function fileSetOf(files: readonly FileChange[], toldAt: number): FileSet {
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
    if (text.length < HASHED_AT_ONCE) continue;
    hash.update(text);
    text = '';
  }
  hash.update(text);
  return { count: sorted.length, digest: hash.digest('base64url'), files: sorted, toldAt, revision: 0 };
}

/** A corrected set, else the one that tells more; of two that tell as much, one that either side would choose. */
function fuller(a: FileSet, b: FileSet): FileSet {
  if (a.revision !== b.revision) return a.revision > b.revision ? a : b;
  if (a.count !== b.count) return a.count > b.count ? a : b;
  if (a.digest === b.digest) return { ...a, files: a.files ?? b.files, toldAt: earliest(a.toldAt, b.toldAt) };
  return compareText(a.digest, b.digest) > 0 ? a : b;
}

/** Two states of one change as one. */
export function joinChanges(a: ChangeState, b: ChangeState): ChangeState {
  return {
    madeBefore: heavierTime(a.madeBefore, b.madeBefore),
    fields: joinRegisters(a.fields, b.fields),
    files: a.files === null || b.files === null ? (a.files ?? b.files) : fuller(a.files, b.files),
  };
}

/** What a report says when it is read again: files that it told otherwise before go before those. */
export function retoldChange(known: ChangeState, told: ChangeState, revision: number): ChangeState {
  const [before, again] = [known.files, told.files];
  if (before === null || again === null || before.toldAt !== again.toldAt || before.digest === again.digest)
    return told;
  return { ...told, files: { ...again, revision } };
}

function heavierTime(a: Register<number>, b: Register<number>): Register<number> {
  const [left = 0, right = 0] = [a.weight[0], b.weight[0]];
  if (left === right) return a.value >= b.value ? a : b;
  return heavier(a, b);
}
