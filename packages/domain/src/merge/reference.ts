import type { Actor, ReferenceReport } from '../deliveries/operations.js';
import { mergeFields, type WeightedFields, weigh } from './weighted-fields.js';

/** The person that an item is assigned to, by their identity in the tool. */
export type Assignee = Pick<Actor, 'userId'> & { readonly uid: string };

export interface ReferenceFields {
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  /** Null when the item is assigned to nobody. */
  readonly assignee: Assignee | null;
  readonly removed: boolean;
}

/** The merged reports of a tracker item. */
export interface ReferenceState {
  /** The time of the latest report. */
  readonly at: number;
  readonly fields: WeightedFields<ReferenceFields>;
}

/**
 * The state of a tracker item after one report. Trackers report times to the second, within which a bot may comment on
 * an item and close it: then the delivery that was received later wins.
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

/** Merges two states of one item. */
export function mergeReferences(a: ReferenceState, b: ReferenceState): ReferenceState {
  return { at: Math.max(a.at, b.at), fields: mergeFields(a.fields, b.fields) };
}
