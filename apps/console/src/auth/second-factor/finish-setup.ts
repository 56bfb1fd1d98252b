import type { Request, Response } from '@slipway/http';
import { renderRecoveryCodes } from '../../pages/second-factor.js';
import type { AuthDeps } from '../deps.js';
import type { SignIn } from '../sessions.js';
import { startSession } from './complete-sign-in.js';
import type { FactorVisit } from './factor-visit.js';

interface NewFactor {
  readonly deps: AuthDeps;
  readonly visit: FactorVisit;
  readonly method: SignIn['method'];
  /** The recovery codes that come with the first factor; null if the user has them already. */
  readonly codes: readonly string[] | null;
}

/** Completes the sign-in of a user who has just added a second factor, and shows the recovery codes once. */
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
