import { findRequiredSso } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import { renderMessage } from '../../pages/sign-in.js';
import { refuseOwnSignIn } from '../../sso/refuse-own-sign-in.js';
import type { AuthDeps } from '../deps.js';
import { readForm } from '../form.js';
import { returnPath } from '../return-path.js';
import { startSession } from '../second-factor/complete-sign-in.js';
import { sourceOf } from '../source-of.js';
import { attemptPasskey } from './attempt-passkey.js';

/**
 * Signs in with a passkey alone. The device has verified the person, by a fingerprint or a PIN, so that it counts as
 * both factors.
 */
export function passkeySignIn(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-in/passkey', async (request, response) => {
    response.json(await deps.passkeys.requestOptions(null, bindingOf(request, response, deps)));
  });
  router.post('/sign-in/passkey', readForm, (request, response) => signIn(request, response, deps));
  return router;
}

const bindingOf = (request: Request, response: Response, { guard }: AuthDeps) =>
  `sign-in ${guard.issue(request, response)}`;

async function signIn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return refuse(response, 403, foreign, returnTo);
  const used = { sent: form.get('passkey') ?? '', userId: null, binding: bindingOf(request, response, deps) };
  const attempt = await attemptPasskey(used, sourceOf(request), deps);
  if ('refused' in attempt) return refuse(response, attempt.refused.status, attempt.refused.notice.text, returnTo);
  const { userId } = attempt;
  const required = await findRequiredSso(deps.database, userId);
  if (required !== null)
    return refuseOwnSignIn(request, response, { used: 'passkey', deps, required, userId, returnTo });
  await startSession(request, response, attempt, deps);
  response.redirect(303, returnTo);
}

function refuse(response: Response, status: number, text: string, returnTo: string): void {
  const link = { href: `/sign-in?${new URLSearchParams({ return_to: returnTo })}`, label: 'Back to sign in' };
  response
    .status(status)
    .type('html')
    .send(renderMessage('You are not signed in', text, link));
}
