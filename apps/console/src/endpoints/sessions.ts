import { changePassword, endOneSession, endOtherSessions, listSessions } from '@slipway/contracts';
import { endSession, endSessions, findPasswordHash, changePassword as storePassword } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { hashPassword, passwordProblem, verifyPassword } from '../auth/passwords.js';
import { minutesOf } from '../auth/throttle.js';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';

export const list = defineConsoleEndpoint(listSessions, async ({ caller, services }) => {
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

/** Asks for the current password, so that a stolen session alone cannot lock its owner out. */
export const changePasswordEndpoint = defineConsoleEndpoint(
  changePassword,
  async ({ caller, body, audit, services }) => {
    const { userId, sessionId, ipAddress, user } = caller;
    const waitSeconds = await services.throttle.currentPassword(userId);
    if (waitSeconds !== null) {
      const message = `Too many attempts. Try again in ${minutesOf(waitSeconds)}.`;
      throw new ApiError('rate_limited', { message, retryAfterSeconds: waitSeconds });
    }
    const stored = await findPasswordHash(services.database, userId);
    if (!(await verifyPassword(stored, body.current_password))) throw wrongPassword();
    const message = await passwordProblem(body.new_password, [user.email, user.name]);
    if (message !== null) throw invalidField('new_password', message);
    await services.throttle.currentPasswordGiven(userId);
    const passwordHash = await hashPassword(body.new_password);
    const ended = await services.database.modelTransaction(async (tx) => {
      const now = new Date(services.clock.now());
      const count = await storePassword(tx, { userId, sessionId, passwordHash, now, ipAddress });
      await audit(tx, { target: '', detail: { ended_sessions: count } });
      return count;
    });
    return { ended_sessions: ended };
  },
);

function wrongPassword(): ApiError {
  const { message } = new ApiError('wrong_password');
  return new ApiError('wrong_password', { extra: { details: [{ path: 'current_password', message }] } });
}

export const endOne = defineConsoleChange(endOneSession, async ({ caller, params, tx, audit }) => {
  const id = found(parseUuid(params.session_id));
  if (!(await endSession(tx, caller.userId, id))) throw new ApiError('not_found');
  await audit({ target: id === caller.sessionId ? 'This session' : 'Another session' });
});

export const endOthers = defineConsoleChange(endOtherSessions, async ({ caller, tx, audit }) => {
  const ended = await endSessions(tx, caller.userId, caller.sessionId);
  if (ended > 0) await audit({ target: ended === 1 ? '1 session' : `${ended} sessions` });
  return { ended };
});
