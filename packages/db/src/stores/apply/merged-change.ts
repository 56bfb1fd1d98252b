import { type ChangeState, SECOND_HAND } from '@slipway/domain';
import type { Merged } from './merge-rows.js';

/** A change that a batch told of. */
export type MergedChange = Merged<ChangeState> & { readonly id: number };

/** True when nobody, or none but other tools, had told of the change before the batch. */
export function isNewToSource({ before }: MergedChange): boolean {
  return before === null || before.madeBefore.weight[0] === SECOND_HAND;
}
