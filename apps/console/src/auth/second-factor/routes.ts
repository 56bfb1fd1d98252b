import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderCode } from '../../pages/second-factor.js';
import type { AuthDeps } from '../deps.js';
import { readForm } from '../form.js';
import { returnPath } from '../return-path.js';
import { startSession } from './complete-sign-in.js';
import { factorForms } from './factor-forms.js';
import { factorSetup } from './setup-routes.js';
import { attemptCode } from './try-code.js';

/** The second factor, as plain forms: asked for at sign-in, set up, replaced, removed. */
export function secondFactorRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-in/code', (request, response) => showCode(request, response, deps));
  router.post('/sign-in/code', readForm, (request, response) => signInWithCode(request, response, deps));
  router.use(factorSetup(deps), factorForms(deps));
  return router;
}

async function showCode(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const returnTo = returnPath(
    new URL(request.originalUrl, deps.origin).searchParams.get('return_to') ?? undefined,
  );
  if ((await deps.pending.find(request)) === null) return response.redirect(303, startAgain(returnTo));
  sendCode(request, response, { deps, returnTo, notice: null });
}

async function signInWithCode(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const userId = await deps.pending.find(request);
  if (userId === null) return response.redirect(303, startAgain(returnTo));
  const again = (status: number, notice: Notice) =>
    sendCode(request, response.status(status), { deps, returnTo, notice });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, { kind: 'problem', text: foreign });
  const attempt = await attemptCode(request, { userId, typed: form.get('code') ?? '' }, deps);
  if ('refused' in attempt) {
    const { status, notice, waitSeconds } = attempt.refused;
    if (waitSeconds !== null) response.set('Retry-After', String(waitSeconds));
    return again(status, notice);
  }
  await startSession(request, response, { userId, method: attempt.method }, deps);
  response.redirect(303, returnTo);
}

/** The password was entered too long ago, or was changed since. */
function startAgain(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;
}

interface CodePage {
  readonly deps: AuthDeps;
  readonly returnTo: string;
  readonly notice: Notice | null;
}

function sendCode(request: Request, response: Response, { deps, returnTo, notice }: CodePage): void {
  response.type('html').send(renderCode({ csrfToken: deps.guard.issue(request, response), returnTo, notice }));
}
