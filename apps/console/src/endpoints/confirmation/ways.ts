import { getConfirmationWays } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(getConfirmationWays, ({ caller, services }) =>
  services.confirmations.waysOf(caller.userId),
);
