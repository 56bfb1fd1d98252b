import { updateAccount } from '@slipway/contracts';
import { findFactorState, requireFactor, updateAccount as saveAccount } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { readAccount, TIME_ZONES } from './present-account.js';

export const endpoint = defineConsoleEndpoint(
  updateAccount,
  async ({ caller, account, body, audit, services }) => {
    const { time_zone: timezone, requires_second_factor: isRequired, max_token_days: maxTokenDays } = body;
    if (isRequired !== undefined || maxTokenDays !== undefined) requireConfirmed(caller, services);
    const name = body.name === undefined ? undefined : requireName(body.name);
    if (timezone !== undefined && !TIME_ZONES.includes(timezone))
      throw invalidField('time_zone', 'must be a time zone such as Europe/Berlin');
    return services.database.modelTransaction(async (tx) => {
      await saveAccount(tx, account.id, { name, timezone, maxTokenDays });
      if (isRequired !== undefined) {
        // Otherwise the owner would be signed out by their own change.
        if (isRequired && !(await findFactorState(tx, caller.userId)).hasFactor)
          throw new ApiError('second_factor_missing');
        await requireFactor(tx, account.id, isRequired);
      }
      await audit(tx, { target: account.name, detail: { ...body } });
      return readAccount(servicesIn(tx, services), account.id);
    });
  },
);
