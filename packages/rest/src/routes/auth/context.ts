import { getAuthContext } from '@slipway/contracts';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getAuthContext, async ({ caller, services }) => ({
  actor_type: 'user' as const,
  user_id: caller.userId,
  account_id: await services.reads.findDefaultAccountId(caller.userId, caller.projectIds),
  scopes: [...caller.scopes],
  token: { name: caller.name, prefix: caller.prefix, expires_at: presentTime(caller.expiresAt) },
}));
