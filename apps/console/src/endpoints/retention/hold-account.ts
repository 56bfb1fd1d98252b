import { holdAccount } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { hold } from './change-hold.js';

export const endpoint = defineConsoleEndpoint(holdAccount, (input) =>
  hold(input, { accountId: input.account.id, projectId: null, name: input.account.name }),
);
