import { searchAccount } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(searchAccount, async ({ account, query, services }) => ({
  results: await services.reads.searchAccount(account.id, query.q ?? ''),
}));
