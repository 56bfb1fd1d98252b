import { type FactorState, findFactorState } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import { renderRecoveryCodes } from '../../pages/second-factor.js';
import { sendToConfirmation } from '../confirmation/routes.js';
import type { AuthDeps } from '../deps.js';
import type { SignIn } from '../sessions.js';
import { startSession } from './complete-sign-in.js';

/** A user who may add a second factor: signed in, or signing in to an account that requires one. */
export interface FactorVisit {
  readonly userId: number;
  /** Whether they are signing in, and have proved the first factor a moment ago. */
  readonly isSigningIn: boolean;
  readonly returnTo: string;
  readonly state: FactorState;
  /** Names the browser in challenges for passkeys. */
  readonly browser: string;
}

interface Page {
  readonly path: string;
  readonly returnTo: string;
}

export const FACTOR_SETTINGS = '/settings/sessions';

/**
 * Null if the response was already sent: nobody is signed in, or the user must first prove again who they are. A stolen
 * session alone must not be enough to add a factor, nor must a password alone if there is a factor already.
 */
export async function findFactorVisit(
  request: Request,
  response: Response,
  { path, returnTo }: Page,
  deps: AuthDeps,
): Promise<FactorVisit | null> {
  const session = await deps.sessions.find(request);
  const userId = session?.userId ?? (await deps.pending.find(request));
  if (userId === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: path })}`);
    return null;
  }
  const state = await findFactorState(deps.database, userId);
  if (session !== null) {
    if (sendToConfirmation(response, session, path, deps)) return null;
    const browser = `session ${session.id}`;
    return { userId, isSigningIn: false, returnTo: FACTOR_SETTINGS, state, browser };
  }
  if (state.hasFactor) {
    response.redirect(303, '/sign-in');
    return null;
  }
  const browser = `sign-in ${userId} ${deps.guard.issue(request, response)}`;
  return { userId, isSigningIn: true, returnTo, state, browser };
}

interface NewFactor {
  readonly deps: AuthDeps;
  readonly visit: FactorVisit;
  readonly method: SignIn['method'];
  /** The recovery codes that come with the first factor; null if the user has them already. */
  readonly codes: readonly string[] | null;
}

export async function finishSetup(
  request: Request,
  response: Response,
  { deps, visit, method, codes }: NewFactor,
): Promise<void> {
  const { userId, isSigningIn, returnTo } = visit;
  if (isSigningIn) await startSession(request, response, { userId, method }, deps);
  if (codes === null) return response.redirect(303, returnTo);
  response.type('html').send(renderRecoveryCodes(codes, returnTo));
}
