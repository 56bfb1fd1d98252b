import type { Actor, ReferenceReport } from '../deliveries/operations.js';
import { canonicalKey } from '../tasks/tracker-keys.js';
import { compareText } from './compare-text.js';
import { mergeFields, type WeightedFields, weigh } from './weighted-fields.js';

/** The person a tracker item is assigned to, by their identity in the tool. */
export type Assignee = Pick<Actor, 'userId'> & { readonly uid: string };

export interface ReferenceFields {
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  /** Null if the item is not assigned. */
  readonly assignee: Assignee | null;
  readonly removed: boolean;
}

export interface ReferenceState {
  readonly at: number;
  readonly fields: WeightedFields<ReferenceFields>;
}

/**
 * The state of a tracker item after one report. Trackers report times in whole seconds, and a bot may comment on an
 * item and close it within one second: then the delivery received later wins.
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
  return { at, fields: weigh<ReferenceFields>(fields, [at, receivedAt]) };
}

function assigneeOf({ uid, label, userId }: Actor): Assignee {
  return { uid: uid ?? label, ...(userId === undefined ? {} : { userId }) };
}

export function mergeReferences(a: ReferenceState, b: ReferenceState): ReferenceState {
  return { at: Math.max(a.at, b.at), fields: mergeFields(a.fields, b.fields) };
}

/** The most former keys stored for one tracker item; nobody moves an item more often. */
export const MAX_FORMER_KEYS = 20;

/** A tracker item's current key, then its former ones, each once and in canonical form. */
export function keysOfReference({ key, formerKeys = [] }: Pick<ReferenceReport, 'key' | 'formerKeys'>): string[] {
  const former = new Set(formerKeys.map(canonicalKey));
  return [...new Set([canonicalKey(key), ...[...former].toSorted(compareText).slice(0, MAX_FORMER_KEYS)])];
}
