import { ApiError } from '@slipway/http';
import type { ConsoleCaller } from '../../console-endpoint.js';

/** Refuses a change by which the owner who makes it loses access: nobody might be left to undo it. */
export function requireAccess(suspended: readonly number[], { userId }: ConsoleCaller): void {
  if (!suspended.includes(userId)) return;
  throw new ApiError('invalid_parameter', {
    message:
      'You would lock yourself out, because your own address is outside the domain. Allow it, and add a second factor to your sign-in, first.',
  });
}
