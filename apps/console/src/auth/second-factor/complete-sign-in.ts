import { findFactorState } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import type { AuthDeps } from '../deps.js';
import type { SignIn } from '../sessions.js';

interface FirstFactor {
  readonly userId: number;
  readonly returnTo: string;
  readonly method?: 'password' | 'sso';
  readonly provedAt?: Date;
}

/**
 * Continues a sign-in after the first factor, and returns the page to open: the one requested if no second factor is
 * needed, otherwise the form that asks for it, or the one that sets it up if an account requires it.
 */
export async function completeSignIn(
  request: Request,
  response: Response,
  { userId, returnTo, method = 'password', ...when }: FirstFactor,
  deps: AuthDeps,
): Promise<string> {
  const { hasFactor, isRequired } = await findFactorState(deps.database, userId);
  if (hasFactor || isRequired) {
    await deps.pending.remember(response, userId);
    return `${hasFactor ? '/sign-in/code' : '/second-factor/set-up'}?${new URLSearchParams({ return_to: returnTo })}`;
  }
  await startSession(request, response, { userId, method, ...when }, deps);
  return returnTo;
}

/**
 * Starts a session, and tells the user by email if they had not signed in with this browser before. An existing
 * session of this browser belongs to another user, or was planted.
 */
export async function startSession(
  request: Request,
  response: Response,
  signIn: SignIn,
  deps: AuthDeps,
): Promise<void> {
  const { userId } = signIn;
  await deps.sessions.end(request, response);
  const isNewDevice = deps.devices.find(request, userId) === null;
  await deps.sessions.start(request, response, { ...signIn, isNewDevice });
  deps.pending.forget(response);
  deps.devices.remember(request, response, userId);
}
