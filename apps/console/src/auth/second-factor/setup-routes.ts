import { confirmFactor, findUser, startFactor } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderFactorSetup } from '../../pages/second-factor.js';
import type { AuthDeps } from '../deps.js';
import { readForm, readQuery, returnPath, sourceOf } from '../form.js';
import { attemptCode } from './attempt-factor.js';
import { FACTOR_SETTINGS, type FactorVisit, findFactorVisit, finishSetup } from './factor-setup.js';
import { describeFactor, newFactorSecret, newRecoveryCodes, readFactorSecret } from './totp.js';

const PATH = '/second-factor/set-up';

export function factorSetup(deps: AuthDeps): Router {
  const router = Router();
  router.get(PATH, async (request, response) => {
    const query = readQuery(request);
    const visit = await findVisit(request, response, query, deps);
    if (visit === null) return;
    const ciphertext = newFactorSecret(deps.appSecrets, visit.userId);
    await sendSetup(request, response, { deps, visit, ciphertext, notice: null });
  });
  router.post(PATH, readForm, (request, response) => turnOn(request, response, deps));
  return router;
}

/** Null if the response was already sent: the user may not add an app, or has one already. */
async function findVisit(
  request: Request,
  response: Response,
  fields: URLSearchParams,
  deps: AuthDeps,
): Promise<FactorVisit | null> {
  const returnTo = returnPath(fields.get('return_to') ?? undefined);
  const visit = await findFactorVisit(request, response, { path: PATH, returnTo }, deps);
  if (!visit?.state.hasApp) return visit;
  response.redirect(303, FACTOR_SETTINGS);
  return null;
}

/**
 * The key that a page shows is in its form only, encrypted. It is stored when the form is sent, so that nobody else who
 * has the session can read it or replace it.
 */
async function turnOn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const visit = await findVisit(request, response, form, deps);
  if (visit === null) return;
  const { userId } = visit;
  const sent = readFactorSecret(deps.appSecrets, userId, form.get('sealed_key') ?? '');
  const ciphertext = sent ?? newFactorSecret(deps.appSecrets, userId);
  const again = (status: number, text: string) =>
    sendSetup(request, response.status(status), { deps, visit, ciphertext, notice: { kind: 'problem', text } });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  if (sent === null) return again(422, 'This page was out of date. Scan the new image.');
  const source = sourceOf(request);
  await startFactor(deps.database, userId, ciphertext);
  // People who set up an app see its key, so that wrong codes are mistakes and must not count as guesses.
  const typed = { userId, typed: form.get('code') ?? '', browser: 'set-up', isSetup: true, source };
  const attempt = await attemptCode(typed, deps);
  if ('refused' in attempt) return again(attempt.refused.status, attempt.refused.notice.text);
  const { codes, codeHashes } = newRecoveryCodes(userId);
  const factor = { userId, ciphertext, codeHashes, source, now: new Date(deps.clock.now()) };
  const added = await deps.database.modelTransaction((tx) => confirmFactor(tx, factor));
  if (added === null) return again(409, 'Another key was set up in the meantime. Try again.');
  await finishSetup(request, response, {
    deps,
    visit,
    method: attempt.method,
    codes: added.isFirst ? codes : null,
  });
}

interface SetupPage {
  readonly deps: AuthDeps;
  readonly visit: FactorVisit;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly notice: Notice | null;
}

async function sendSetup(request: Request, response: Response, page: SetupPage): Promise<void> {
  const { deps, visit, ciphertext, notice } = page;
  const { database, appSecrets, guard, passkeys } = deps;
  const { userId, isSigningIn, returnTo, state } = visit;
  const user = await findUser(database, userId);
  const text = renderFactorSetup({
    csrfToken: guard.issue(request, response),
    returnTo,
    notice,
    setup: describeFactor(appSecrets, user, ciphertext),
    isSigningIn,
    isRequired: state.isRequired && !state.hasFactor,
    offersPasskey: passkeys.isAvailable && !state.hasFactor,
  });
  response.type('html').send(text);
}
