import type { Actor, ReferenceReport } from '../deliveries/operations.js';
import { joinRegisters, type Registers, registersOf } from './register.js';

/** Whom an item is assigned to: only the identity in the tool counts. */
export type Assignee = Pick<Actor, 'userId'> & { readonly uid: string };

/** What trackers tell of an item. */
export interface ReferenceFields {
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  /** Null when nobody is. */
  readonly assignee: Assignee | null;
  readonly removed: boolean;
}

/** All that reports said of a tracker item: each field as it was told last. */
export interface ReferenceState {
  /** Of the latest report. */
  readonly at: number;
  readonly fields: Registers<ReferenceFields>;
}

/**
 * What one report says of a tracker item. Trackers tell the time to the second, in which a bot may comment on an item
 * and close it: what was received later counts then.
 */
export function referenceStateOf(report: ReferenceReport, receivedAt: number): ReferenceState {
  const { key, title, state, url, assignee, removed, at } = report;
  const fields = {
    key,
    title,
    state,
    url: url === '' ? undefined : url,
    assignee: assignee == null ? assignee : assigneeOf(assignee),
    removed,
  };
  return { at, fields: registersOf<ReferenceFields>(fields, [at, receivedAt]) };
}

function assigneeOf({ uid, label, userId }: Actor): Assignee {
  return { uid: uid ?? label, ...(userId === undefined ? {} : { userId }) };
}

/** Two states of one item as one. */
export function joinReferences(a: ReferenceState, b: ReferenceState): ReferenceState {
  return { at: Math.max(a.at, b.at), fields: joinRegisters(a.fields, b.fields) };
}
