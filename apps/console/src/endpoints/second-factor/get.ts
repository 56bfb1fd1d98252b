import { getSecondFactor } from '@slipway/contracts';
import { findFactorState, listPasskeys } from '@slipway/db';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(getSecondFactor, async ({ caller, services }) => {
  const { database, passkeys } = services;
  const [state, own] = await Promise.all([
    findFactorState(database, caller.userId),
    listPasskeys(database, caller.userId),
  ]);
  return {
    is_on: state.hasFactor,
    has_app: state.hasApp,
    passkeys: own.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: presentTime(createdAt),
      last_used_at: lastUsedAt && presentTime(lastUsedAt),
    })),
    can_add_passkeys: passkeys.isAvailable,
    is_required: state.isRequired,
    unused_recovery_codes: state.unusedCodes,
  };
});
