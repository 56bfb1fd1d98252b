import type { ChangeState } from '@slipway/domain';
import type { Merged } from './merge-rows.js';

/** A change that a batch told of. */
export type MergedChange = Merged<ChangeState> & { readonly id: number };
