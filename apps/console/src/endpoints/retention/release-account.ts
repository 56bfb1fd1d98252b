import { releaseAccount } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { release } from './change-hold.js';

export const endpoint = defineConsoleEndpoint(releaseAccount, (input) =>
  release(input, { accountId: input.account.id, projectId: null, name: input.account.name }),
);
