import { getAccount } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readAccount } from './present-account.js';

export const endpoint = defineConsoleEndpoint(getAccount, ({ account, services }) =>
  readAccount(services, account.id),
);
