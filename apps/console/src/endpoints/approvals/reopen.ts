import { reopenApprovals } from '@slipway/contracts';
import * as store from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readApprovalIds, splitDecided } from './approval-ids.js';

export const endpoint = defineConsoleEndpoint(reopenApprovals, async ({ account, body, caller, services }) => {
  const ids = readApprovalIds(body.approval_ids);
  const selection = { accountId: account.id, ids };
  return splitDecided(ids, { changed: await store.reopenApprovals(services.database, caller, selection) });
});
