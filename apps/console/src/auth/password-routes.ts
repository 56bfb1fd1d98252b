import { findUsableReset, resetPassword, type UsableReset } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import { OUTAGE_RETRY_SECONDS } from '@slipway/rest';
import type { Notice } from '../pages/layout.js';
import { renderForgotPassword, renderResetPassword } from '../pages/sign-in.js';
import type { AuthDeps } from './deps.js';
import { readForm, readQuery, sourceOf } from './form.js';
import { sendMessage } from './messages.js';
import { hashPassword, passwordProblem } from './passwords.js';

const SENT = 'If an account uses this address, we sent a link to it. The link works for one hour.';
const NOT_SENT = 'We cannot send email right now. Try again in a few seconds.';

export function passwordRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/forgot-password', (request, response) => sendForgot(request, response, deps, null));
  router.post('/forgot-password', readForm, (request, response) => requestResetLink(request, response, deps));
  router.get('/reset-password', (request, response) => showReset(request, response, deps));
  router.post('/reset-password', readForm, (request, response) => saveReset(request, response, deps));
  return router;
}

function sendForgot(request: Request, response: Response, { guard }: AuthDeps, notice: Notice | null): void {
  response.type('html').send(renderForgotPassword({ csrfToken: guard.issue(request, response), notice }));
}

/** A worker looks up the address, so neither the response nor its timing reveals whether an account uses it. */
async function requestResetLink(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const email = (form.get('email') ?? '').slice(0, 254);
  const again = (status: number, text: string) =>
    sendForgot(request, response.status(status), deps, { kind: 'problem', text });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const waitSeconds = await deps.throttle.mail('reset', email, request.ip);
  if (waitSeconds !== null) {
    response.set('Retry-After', String(waitSeconds));
    return again(429, 'Too many requests. Try again later.');
  }
  if (await deps.queueResetLink(email))
    return sendForgot(request, response, deps, { kind: 'success', text: SENT });
  response.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
  again(503, NOT_SENT);
}

async function usableReset(token: string, { resetLinks, database, clock }: AuthDeps): Promise<UsableReset | null> {
  const id = resetLinks.read(token);
  return id === null ? null : findUsableReset(database, id, new Date(clock.now()));
}

function sendExpired(response: Response): void {
  const text = 'It was already used, or it is more than an hour old.';
  const title = 'This link no longer works';
  sendMessage(response, 410, { title, text, href: '/forgot-password', label: 'Get a new link' });
}

async function showReset(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const token = readQuery(request).get('token') ?? '';
  if ((await usableReset(token, deps)) === null) return sendExpired(response);
  sendReset(request, response, { deps, token, notice: null, signsOutEverywhere: false });
}

interface ResetPage {
  readonly deps: AuthDeps;
  readonly token: string;
  readonly notice: Notice | null;
  readonly signsOutEverywhere: boolean;
}

function sendReset(request: Request, response: Response, { deps, ...page }: ResetPage): void {
  response.type('html').send(renderResetPassword({ ...page, csrfToken: deps.guard.issue(request, response) }));
}

async function saveReset(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
  const reset = await usableReset(token, deps);
  if (reset === null) return sendExpired(response);
  const { id, email, name } = reset;
  const signsOutEverywhere = form.has('sign_out_everywhere');
  const again = (status: number, text: string) => {
    const page = { deps, token, notice: { kind: 'problem', text }, signsOutEverywhere } as const;
    sendReset(request, response.status(status), page);
  };
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const problem = await passwordProblem(password, [email, name]);
  if (problem !== null) return again(422, problem);
  const saved = await resetPassword(deps.database, {
    id,
    passwordHash: await hashPassword(password),
    signsOutEverywhere,
    now: new Date(deps.clock.now()),
    ...sourceOf(request),
  });
  if (saved === null) return sendExpired(response);
  // Anyone who can read this mailbox may sign in, no matter how many wrong guesses others make in the meantime.
  deps.devices.remember(request, response, saved.userId);
  response.redirect(303, '/sign-in?password_saved=1');
}
