import { findUsableReset, requestPasswordReset, resetPassword, type UsableReset } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../pages/layout.js';
import { renderForgotPassword, renderMessage, renderResetPassword } from '../pages/sign-in.js';
import type { AuthDeps } from './deps.js';
import { readForm } from './form.js';
import { hashPassword, passwordProblem } from './passwords.js';

const STALE = 'The page was open for too long. Please try again.';
const SENT = 'If somebody here has this address, a mail with a link is on its way. The link works for an hour.';

/** Choosing a new password by a link in a mail. */
export function passwordRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/forgot-password', (request, response) => sendForgot(request, response, deps, null));
  router.post('/forgot-password', readForm, (request, response) => askForLink(request, response, deps));
  router.get('/reset-password', (request, response) => showReset(request, response, deps));
  router.post('/reset-password', readForm, (request, response) => saveReset(request, response, deps));
  return router;
}

function sendForgot(request: Request, response: Response, { guard }: AuthDeps, notice: Notice | null): void {
  response.type('html').send(renderForgotPassword({ csrfToken: guard.issue(request, response), notice }));
}

async function askForLink(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const email = (form.get('email') ?? '').slice(0, 254);
  if (!deps.guard.accepts(request, form.get('csrf_token') ?? undefined))
    return sendForgot(request, response.status(403), deps, { kind: 'problem', text: STALE });
  const waitSeconds = await deps.throttle.attempt(request, `reset ${email}`);
  if (waitSeconds !== null) {
    response.status(429).set('Retry-After', String(waitSeconds));
    return sendForgot(request, response, deps, { kind: 'problem', text: 'Too many requests. Try again later.' });
  }
  await requestPasswordReset(deps.database, email, new Date(deps.clock.now()));
  sendForgot(request, response, deps, { kind: 'success', text: SENT });
}

/** The reset behind a token that may still be used; null otherwise. */
async function usableReset(token: string, { resetLinks, database, clock }: AuthDeps): Promise<UsableReset | null> {
  const id = resetLinks.read(token);
  return id === null ? null : findUsableReset(database, id, new Date(clock.now()));
}

function sendExpired(response: Response): void {
  const text = 'The link was used before, or it is more than an hour old.';
  const page = renderMessage('This link no longer works', text, {
    href: '/forgot-password',
    label: 'Get a new link',
  });
  response.status(410).type('html').send(page);
}

async function showReset(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const token = new URL(request.originalUrl, deps.origin).searchParams.get('token') ?? '';
  if ((await usableReset(token, deps)) === null) return sendExpired(response);
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderResetPassword({ csrfToken, token, notice: null }));
}

async function saveReset(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
  const reset = await usableReset(token, deps);
  if (reset === null) return sendExpired(response);
  const { id, email, name } = reset;
  const isGenuine = deps.guard.accepts(request, form.get('csrf_token') ?? undefined);
  const problem = isGenuine ? await passwordProblem(password, [email, name]) : STALE;
  if (problem !== null) {
    const csrfToken = deps.guard.issue(request, response);
    const page = renderResetPassword({ csrfToken, token, notice: { kind: 'problem', text: problem } });
    response
      .status(isGenuine ? 422 : 403)
      .type('html')
      .send(page);
    return;
  }
  const now = new Date(deps.clock.now());
  const saved = await resetPassword(deps.database, { id, passwordHash: await hashPassword(password), now });
  if (saved === null) return sendExpired(response);
  response.redirect(303, '/sign-in?password_saved=1');
}
