import { getBilling } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readBilling } from './present-billing.js';

export const endpoint = defineConsoleEndpoint(getBilling, ({ account, services }) =>
  readBilling(services, account.id),
);
