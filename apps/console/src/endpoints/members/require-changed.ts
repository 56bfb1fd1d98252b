import type { MemberChange } from '@slipway/db';
import { ApiError } from '@slipway/http';

export function requireChanged(change: MemberChange): void {
  if (change !== 'changed') throw new ApiError(change);
}
