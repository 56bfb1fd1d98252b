import { resetMemberSecondFactor } from '@slipway/contracts';
import { findMemberName, resetFactors } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

/** Owners remove their own factor with a code, as everyone does: a stolen session must not be enough. */
export const endpoint = defineConsoleEndpoint(
  resetMemberSecondFactor,
  async ({ caller, account, params, services }) => {
    const userId = found(parseRowId(params.user_id));
    if (userId === caller.userId)
      throw new ApiError('invalid_parameter', { message: 'Remove your own second factor in your settings.' });
    const now = new Date(services.clock.now());
    await services.database.modelTransaction(async (tx) => {
      found(await findMemberName(tx, { accountId: account.id, userId }));
      const removal = { userId, resetById: caller.userId, now, source: caller };
      const result = await resetFactors(tx, removal);
      if (result !== 'reset') throw new ApiError(result);
    });
    return done;
  },
);
