import { listAccounts } from '@slipway/contracts';
import { sanitizeText } from '@slipway/domain';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listAccounts, async ({ caller, services }) => ({
  accounts: (await services.reads.listJoinedAccounts(caller.userId)).map(
    ({ id, prefixedId, name, plan, role, isDefault, projectIds }) => ({
      id,
      prefixed_id: prefixedId,
      name: sanitizeText(name),
      plan,
      role,
      is_default: isDefault,
      project_ids: projectIds.map(String),
    }),
  ),
}));
