import { getPing } from '@slipway/contracts';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getPing, async ({ caller }) => ({
  status: 'ok' as const,
  token: {
    name: caller.name,
    prefix: caller.prefix,
    scopes: [...caller.scopes],
    expires_at: presentTime(caller.expiresAt),
  },
}));
