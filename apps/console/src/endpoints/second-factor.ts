import { getSecondFactor, removePasskey, renamePasskey, resetMemberSecondFactor } from '@slipway/contracts';
import {
  findFactorState,
  findMemberName,
  listPasskeys,
  removePasskey as remove,
  resetFactors,
  renamePasskey as saveName,
} from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { requireName } from '../require-name.js';

export const get = defineConsoleEndpoint(getSecondFactor, async ({ caller, services }) => {
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

export const renamePasskeyEndpoint = defineConsoleChange(
  renamePasskey,
  async ({ caller, params, body, tx, audit }) => {
    const key = { id: found(parseRowId(params.passkey_id)), userId: caller.userId };
    const name = requireName(body.name);
    if (!(await saveName(tx, key, name))) throw new ApiError('not_found');
    await audit({ target: name });
  },
);

/** Owners remove their own factor with a code, as everyone does: a stolen session must not be enough. */
export const resetMember = defineConsoleChange(
  resetMemberSecondFactor,
  async ({ caller, account, params, tx, services }) => {
    const userId = found(parseRowId(params.user_id));
    if (userId === caller.userId)
      throw new ApiError('invalid_parameter', { message: 'Remove your own second factor in your settings.' });
    const now = new Date(services.clock.now());
    found(await findMemberName(tx, { accountId: account.id, userId }));
    const result = await resetFactors(tx, { userId, resetById: caller.userId, now, source: caller });
    if (result !== 'reset') throw new ApiError(result);
  },
);

export const removePasskeyEndpoint = defineConsoleChange(
  removePasskey,
  async ({ caller, params, tx, audit, services }) => {
    const id = found(parseRowId(params.passkey_id));
    const { userId, ipAddress, userAgent } = caller;
    const removal = { userId, now: new Date(services.clock.now()), source: { ipAddress, userAgent } };
    const removed = await remove(tx, id, removal);
    if (removed.outcome === 'required') throw new ApiError('second_factor_required');
    if (removed.outcome === 'not_found') throw new ApiError('not_found');
    await audit({ target: removed.name });
  },
);
