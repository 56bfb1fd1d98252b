import { confirmFactor, findFactorState, findPasswordHash, findUser, startFactor } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderFactorSetup, renderRecoveryCodes } from '../../pages/second-factor.js';
import type { AuthDeps } from '../deps.js';
import { readForm } from '../form.js';
import { verifyPassword } from '../passwords.js';
import { returnPath } from '../return-path.js';
import { sourceOf } from '../source-of.js';
import { minutesOf } from '../throttle.js';
import { startSession } from './complete-sign-in.js';
import { describeFactor, newFactorSecret, newRecoveryCodes, readFactorSecret } from './totp.js';
import { attemptCode } from './try-code.js';

/** Sets up an authenticator app: for a signed-in user, or during a sign-in to an account that requires it. */
export function factorSetup(deps: AuthDeps): Router {
  const router = Router();
  router.get('/second-factor/set-up', async (request, response) => {
    const { searchParams } = new URL(request.originalUrl, deps.origin);
    const visit = await findVisit(request, response, returnPath(searchParams.get('return_to') ?? undefined), deps);
    if (visit === null) return;
    const ciphertext = newFactorSecret(deps.appSecrets, visit.userId);
    await sendSetup(request, response, { deps, visit, ciphertext, notice: null });
  });
  router.post('/second-factor/set-up', readForm, (request, response) => turnOn(request, response, deps));
  return router;
}

/** A user who may set up a factor. */
interface Visit {
  readonly userId: number;
  /** Whether they are signing in, and the password was right a moment ago. */
  readonly isSigningIn: boolean;
  readonly returnTo: string;
}

/** Null if the response was already sent: nobody is signed in, or the factor is already there. */
async function findVisit(
  request: Request,
  response: Response,
  returnTo: string,
  deps: AuthDeps,
): Promise<Visit | null> {
  const session = await deps.sessions.find(request);
  const userId = session?.userId ?? (await deps.pending.find(request));
  if (userId === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: '/second-factor/set-up' })}`);
    return null;
  }
  if ((await findFactorState(deps.database, userId)).hasFactor) {
    response.redirect(303, session === null ? '/sign-in' : '/settings/sessions');
    return null;
  }
  return { userId, isSigningIn: session === null, returnTo: session === null ? returnTo : '/settings/sessions' };
}

/**
 * The key that a page shows is in its form only, encrypted. It is stored after the password was given, so that nobody
 * else who has the session can read it or replace it.
 */
async function turnOn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const visit = await findVisit(request, response, returnPath(form.get('return_to') ?? undefined), deps);
  if (visit === null) return;
  const { userId } = visit;
  const sent = readFactorSecret(deps.appSecrets, userId, form.get('sealed_key') ?? '');
  const ciphertext = sent ?? newFactorSecret(deps.appSecrets, userId);
  const again = (status: number, text: string) =>
    sendSetup(request, response.status(status), { deps, visit, ciphertext, notice: { kind: 'problem', text } });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  if (sent === null) return again(422, 'This page was out of date. Scan the new image.');
  const problem = visit.isSigningIn ? null : await passwordRefusal(userId, form.get('password') ?? '', deps);
  if (problem !== null) return again(422, problem);
  await startFactor(deps.database, userId, ciphertext);
  const attempt = await attemptCode(request, { userId, typed: form.get('code') ?? '' }, deps);
  if ('refused' in attempt) return again(attempt.refused.status, attempt.refused.notice.text);
  const codes = await confirm(request, { userId, ciphertext }, deps);
  if (codes === null) return again(409, 'Another key was set up meanwhile. Try again.');
  if (visit.isSigningIn) await startSession(request, response, { userId, method: attempt.method }, deps);
  response.type('html').send(renderRecoveryCodes(codes, visit.returnTo));
}

/** Turns the factor on; returns its recovery codes, or null if another one was set up meanwhile. */
async function confirm(
  request: Request,
  { userId, ciphertext }: { readonly userId: number; readonly ciphertext: Uint8Array<ArrayBuffer> },
  { database, clock }: AuthDeps,
): Promise<string[] | null> {
  const { codes, codeHashes } = newRecoveryCodes(userId);
  const factor = { userId, ciphertext, codeHashes, source: sourceOf(request), now: new Date(clock.now()) };
  const isOn = await database.modelTransaction((tx) => confirmFactor(tx, factor));
  return isOn ? codes : null;
}

/** A stolen session alone must not be enough to set up a factor that locks its owner out. */
async function passwordRefusal(userId: number, typed: string, deps: AuthDeps): Promise<string | null> {
  const waitSeconds = await deps.throttle.currentPassword(userId);
  if (waitSeconds !== null) return `Too many wrong passwords. Try again in ${minutesOf(waitSeconds)}.`;
  if (!(await verifyPassword(await findPasswordHash(deps.database, userId), typed))) return 'Incorrect password.';
  await deps.throttle.currentPasswordGiven(userId);
  return null;
}

interface SetupPage {
  readonly deps: AuthDeps;
  readonly visit: Visit;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly notice: Notice | null;
}

async function sendSetup(request: Request, response: Response, page: SetupPage): Promise<void> {
  const { deps, visit, ciphertext, notice } = page;
  const { database, appSecrets, guard } = deps;
  const { userId, isSigningIn, returnTo } = visit;
  const user = await findUser(database, userId);
  const { isRequired } = await findFactorState(database, userId);
  const text = renderFactorSetup({
    csrfToken: guard.issue(request, response),
    returnTo,
    notice,
    setup: describeFactor(appSecrets, user, ciphertext),
    asksForPassword: !isSigningIn,
    isRequired,
  });
  response.type('html').send(text);
}
