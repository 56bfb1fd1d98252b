import { findCredentials, findRequiredSso, hasNoUsers } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../pages/layout.js';
import { renderSignIn, renderSignOut } from '../pages/sign-in.js';
import { refuseOwnSignIn } from '../sso/refusals.js';
import type { AuthDeps } from './deps.js';
import { readForm, readQuery, returnPath, sourceOf } from './form.js';
import { sendMessage } from './messages.js';
import { verifyPassword } from './passwords.js';
import { completeSignIn } from './second-factor/complete-sign-in.js';
import { minutesOf } from './throttle.js';

const problem = (text: string): Notice => ({ kind: 'problem', text });

export function authRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-in', (request, response) => showSignIn(request, response, deps));
  router.post('/sign-in', readForm, (request, response) => signIn(request, response, deps));
  router.get('/sign-out', (request, response) => {
    response.type('html').send(renderSignOut(deps.guard.issue(request, response)));
  });
  router.post('/sign-out', readForm, (request, response) => signOut(request, response, deps));
  return router;
}

async function showSignIn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const query = readQuery(request);
  const returnTo = returnPath(query.get('return_to') ?? undefined);
  if (await hasNoUsers(deps.database)) return response.redirect(303, '/setup');
  if (!query.has('switch') && (await deps.sessions.find(request)) !== null)
    return response.redirect(303, returnTo);
  const notice: Notice | null = query.has('password_saved')
    ? { kind: 'success', text: 'Your new password is saved. Sign in with it.' }
    : null;
  sendSignIn(request, response, { deps, returnTo, email: '', notice });
}

async function signIn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const email = (form.get('email') ?? '').slice(0, 254);
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const again = (status: number, notice: Notice) =>
    sendSignIn(request, response.status(status), { deps, returnTo, email, notice });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, problem(foreign));
  const user = await findCredentials(deps.database, email);
  const attempt = { ip: request.ip, email, deviceId: deps.devices.find(request, user?.id) };
  const waitSeconds = await deps.throttle.signIn(attempt);
  if (waitSeconds !== null) {
    deps.failures.record('throttled', user?.id, sourceOf(request));
    response.set('Retry-After', String(waitSeconds));
    const wait = minutesOf(waitSeconds);
    return again(429, problem(`Too many wrong passwords. Try again in ${wait}, or reset your password by email.`));
  }
  if (!(await verifyPassword(user?.passwordHash ?? null, form.get('password') ?? '')) || user === null) {
    deps.failures.record('password', user?.id, sourceOf(request));
    return again(422, problem('Incorrect email address or password.'));
  }
  await deps.throttle.signedIn(attempt);
  const required = await findRequiredSso(deps.database, user.id);
  const refusal = { used: 'password', deps, userId: user.id, returnTo } as const;
  if (required !== null) return refuseOwnSignIn(request, response, { ...refusal, required });
  response.redirect(303, await completeSignIn(request, response, { userId: user.id, returnTo }, deps));
}

async function signOut(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) {
    const title = 'You are still signed in';
    return void sendMessage(response, 403, { title, text: foreign, href: '/', label: 'Go back' });
  }
  await deps.sessions.end(request, response);
  response.redirect(303, '/sign-in');
}

interface SignInPage {
  readonly deps: AuthDeps;
  readonly returnTo: string;
  readonly email: string;
  readonly notice: Notice | null;
}

function sendSignIn(request: Request, response: Response, { deps, returnTo, email, notice }: SignInPage): void {
  const csrfToken = deps.guard.issue(request, response);
  const offersPasskey = deps.passkeys.isAvailable;
  const offersSignUp = deps.signUp === 'open';
  response.type('html').send(renderSignIn({ csrfToken, returnTo, email, notice, offersPasskey, offersSignUp }));
}
