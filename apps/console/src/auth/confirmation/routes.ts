import type { SessionRecord } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { ApiError, type Request, type Response, Router } from '@slipway/http';
import { renderConfirm } from '../../pages/confirm.js';
import type { Notice } from '../../pages/layout.js';
import type { AuthDeps } from '../deps.js';
import { readForm, readQuery, returnPath, sourceOf } from '../form.js';

/** For how long a user who has proved who they are may do what a stolen session must not be enough for. */
const CONFIRMATION_MS = 10 * 60_000;

interface Confirmed {
  readonly confirmedAt: Date;
}

function isConfirmed({ confirmedAt }: Confirmed, clock: Clock): boolean {
  return clock.now() - confirmedAt.getTime() < CONFIRMATION_MS;
}

export function requireConfirmed(session: Confirmed, { clock }: { readonly clock: Clock }): void {
  if (!isConfirmed(session, clock)) throw new ApiError('confirmation_required');
}

export function confirmPath(returnTo: string): string {
  return `/confirm?${new URLSearchParams({ return_to: returnTo })}`;
}

export function confirmationRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/confirm', async (request, response) => {
    const returnTo = returnToOf(readQuery(request));
    const session = await findSession(request, response, returnTo, deps);
    if (session === null) return;
    if (isConfirmed(session, deps.clock)) return response.redirect(303, returnTo);
    await sendForm(request, response, { deps, session, returnTo, notice: null });
  });
  router.post('/confirm', readForm, (request, response) => confirm(request, response, deps));
  router.get('/confirm/passkey', async (request, response) => {
    const session = await findSession(request, response, '/', deps);
    if (session !== null) response.json(await deps.confirmations.passkeyOptions(session));
  });
  return router;
}

const returnToOf = (fields: URLSearchParams) => returnPath(fields.get('return_to') ?? undefined);

/** Null if nobody is signed in. Signing in counts as confirmation, so the browser goes straight to the page after it. */
async function findSession(
  request: Request,
  response: Response,
  returnTo: string,
  { sessions }: AuthDeps,
): Promise<SessionRecord | null> {
  const session = await sessions.find(request);
  if (session === null) response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
  return session;
}

async function confirm(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const returnTo = returnToOf(form);
  const session = await findSession(request, response, returnTo, deps);
  if (session === null) return;
  const again = (status: number, notice: Notice) =>
    sendForm(request, response.status(status), { deps, session, returnTo, notice });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, { kind: 'problem', text: foreign });
  const field = (name: string) => form.get(name) ?? '';
  const proof = { password: field('password'), code: field('code'), passkey: field('passkey') };
  const refusal = await deps.confirmations.attempt(session, proof, sourceOf(request));
  if (refusal === null) return response.redirect(303, returnTo);
  const { status, notice, waitSeconds } = refusal.refused;
  if (waitSeconds !== null) response.set('Retry-After', String(waitSeconds));
  return again(status, notice);
}

interface ConfirmPage {
  readonly deps: AuthDeps;
  readonly session: SessionRecord;
  readonly returnTo: string;
  readonly notice: Notice | null;
}

async function sendForm(request: Request, response: Response, page: ConfirmPage): Promise<void> {
  const { deps, session, returnTo, notice } = page;
  const ways = await deps.confirmations.waysOf(session.userId);
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderConfirm({ csrfToken, returnTo, notice, ways, email: session.user.email }));
}

/** Leads to the confirmation, unless the user of a session has proved lately who they are. Returns whether it does. */
export function sendToConfirmation(
  response: Response,
  session: Pick<SessionRecord, 'confirmedAt'>,
  returnTo: string,
  { clock }: Pick<AuthDeps, 'clock'>,
): boolean {
  if (isConfirmed(session, clock)) return false;
  response.redirect(303, confirmPath(returnTo));
  return true;
}
