import { findFactorState } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderCode } from '../../pages/second-factor.js';
import type { AuthDeps } from '../deps.js';
import { readForm, readQuery, returnPath, sourceOf } from '../form.js';
import { attemptFactor } from './attempt-factor.js';
import { startSession } from './complete-sign-in.js';
import { factorForms } from './factor-forms.js';
import { factorSetup } from './setup-routes.js';

export function secondFactorRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-in/code', (request, response) => showCode(request, response, deps));
  router.post('/sign-in/code', readForm, (request, response) => signInWithFactor(request, response, deps));
  router.get('/sign-in/code/passkey', async (request, response) => {
    const userId = await deps.pending.find(request);
    if (userId === null) return response.redirect(303, startAgain('/'));
    response.json(await deps.passkeys.requestOptions(userId, bindingOf(request, response, userId, deps)));
  });
  router.use(factorSetup(deps), factorForms(deps));
  return router;
}

const bindingOf = (request: Request, response: Response, userId: number, { guard }: AuthDeps) =>
  `second factor ${userId} ${guard.issue(request, response)}`;

async function showCode(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const returnTo = returnPath(readQuery(request).get('return_to') ?? undefined);
  const userId = await deps.pending.find(request);
  if (userId === null) return response.redirect(303, startAgain(returnTo));
  await sendCode(request, response, { deps, userId, returnTo, notice: null });
}

async function signInWithFactor(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const userId = await deps.pending.find(request);
  if (userId === null) return response.redirect(303, startAgain(returnTo));
  const again = (status: number, notice: Notice) =>
    sendCode(request, response.status(status), { deps, userId, returnTo, notice });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, { kind: 'problem', text: foreign });
  const sent = { code: form.get('code') ?? '', passkey: form.get('passkey') ?? '', source: sourceOf(request) };
  const binding = bindingOf(request, response, userId, deps);
  const browser = deps.devices.find(request, userId);
  const attempt = await attemptFactor({ ...sent, userId, binding, browser }, deps);
  if ('refused' in attempt) {
    const { status, notice, waitSeconds } = attempt.refused;
    if (waitSeconds !== null) response.set('Retry-After', String(waitSeconds));
    return again(status, notice);
  }
  await startSession(request, response, { userId, method: attempt.method }, deps);
  response.redirect(303, returnTo);
}

/** The first factor was proved too long ago, or the password was changed since. */
function startAgain(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;
}

interface CodePage {
  readonly deps: AuthDeps;
  readonly userId: number;
  readonly returnTo: string;
  readonly notice: Notice | null;
}

async function sendCode(request: Request, response: Response, page: CodePage): Promise<void> {
  const { deps, userId, returnTo, notice } = page;
  const { hasApp, passkeys } = await findFactorState(deps.database, userId);
  const offersPasskey = passkeys > 0 && deps.passkeys.isAvailable;
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderCode({ csrfToken, returnTo, notice, hasApp, offersPasskey }));
}
