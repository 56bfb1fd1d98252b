import { getSecondFactor } from '@slipway/contracts';
import { findFactorState } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(getSecondFactor, async ({ caller, services }) => {
  const { hasFactor, isRequired, unusedCodes } = await findFactorState(services.database, caller.userId);
  return { is_on: hasFactor, is_required: isRequired, unused_recovery_codes: unusedCodes };
});
