import { listSessions } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listSessions, async ({ caller, services }) => {
  const sessions = await services.reads.listOwnSessions(caller.userId, new Date(services.clock.now()));
  return {
    sessions: sessions.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt, expiresAt }) => ({
      id,
      user_agent: userAgent,
      ip_address: ipAddress,
      created_at: presentTime(createdAt),
      last_seen_at: presentTime(lastSeenAt),
      expires_at: presentTime(expiresAt),
      is_current: id === caller.sessionId,
    })),
  };
});
