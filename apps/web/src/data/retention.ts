import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRetention } from './api.js';
import { call } from './call.js';

const retentionQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'retention'],
    queryFn: () => call(getRetention, { params: { account_id: accountId } }),
  });

/** How long an account's data is kept, and what is under a legal hold. */
export const useRetention = (accountId: number) => useQuery(retentionQuery(accountId));
