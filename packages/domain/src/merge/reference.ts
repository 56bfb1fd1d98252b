import type { ReferenceReport } from '../operations.js';
import { joinRegisters, type Registers, registersOf } from './register.js';

/** What trackers tell of an item. */
export interface ReferenceFields {
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  /** The assignee's identity in the tool; null when nobody is. */
  readonly assignee: string | null;
  readonly removed: boolean;
}

/** All that reports said of a tracker item: each field as it was told last. */
export interface ReferenceState {
  /** Of the latest report. */
  readonly at: number;
  readonly fields: Registers<ReferenceFields>;
}

/** What one report says of a tracker item. */
export function referenceStateOf(report: ReferenceReport): ReferenceState {
  const { key, title, state, url, assignee, removed, at } = report;
  const fields = {
    key,
    title,
    state,
    url: url === '' ? undefined : url,
    assignee: assignee === undefined ? undefined : (assignee?.uid ?? assignee?.label ?? null),
    removed,
  };
  return { at, fields: registersOf<ReferenceFields>(fields, [at]) };
}

/** Two states of one item as one. */
export function joinReferences(a: ReferenceState, b: ReferenceState): ReferenceState {
  return { at: Math.max(a.at, b.at), fields: joinRegisters(a.fields, b.fields) };
}
