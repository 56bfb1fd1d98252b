import { listAccounts } from '@slipway/contracts';
import { defineEndpoint } from '../services.js';

export const list = defineEndpoint(listAccounts, async ({ caller, services }) => ({
  accounts: (await services.reads.listJoinedAccounts(caller.userId, caller.projectIds)).map(
    ({ id, prefixedId, plan, role, isDefault, projectIds }) => ({
      id,
      prefixed_id: prefixedId,
      plan,
      role,
      is_default: isDefault,
      project_ids: projectIds.map(String),
    }),
  ),
}));
