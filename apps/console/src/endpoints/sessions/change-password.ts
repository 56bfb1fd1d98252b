import { changePassword } from '@slipway/contracts';
import { findPasswordHash, changePassword as storePassword } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { hashPassword, passwordProblem, verifyPassword } from '../../auth/passwords.js';
import { minutesOf } from '../../auth/throttle.js';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';

/** Asks for the current password, so that a stolen session alone cannot lock its owner out. */
export const endpoint = defineConsoleEndpoint(changePassword, async ({ caller, body, audit, services }) => {
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
});

function wrongPassword(): ApiError {
  const { message } = new ApiError('wrong_password');
  return new ApiError('wrong_password', { extra: { details: [{ path: 'current_password', message }] } });
}
