import { useQuery } from '@tanstack/react-query';
import { getRetention } from './api.js';
import { read } from './call.js';

export const useRetention = (accountId: number) =>
  useQuery(read(['account', accountId, 'retention'], getRetention, { params: { account_id: accountId } }));
