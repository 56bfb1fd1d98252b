import { chooseSessionAccount, findUsableSignUp, finishSignUp, type UsableSignUp } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import { OUTAGE_RETRY_SECONDS } from '@slipway/rest';
import type { Notice } from '../pages/layout.js';
import type { Message } from '../pages/message.js';
import { renderFinishSignUp, renderSignUp } from '../pages/new-account.js';
import type { AuthDeps } from './deps.js';
import { readForm, readQuery, sourceOf } from './form.js';
import { accountProblem, afterJoining, EMAIL, newAccountOf, readValues } from './joining.js';
import { sendMessage, signInPath } from './messages.js';
import { hashPassword, passwordProblem } from './passwords.js';

const SENT = 'We sent a link to this address. It works for one day.';
const NOT_SENT = 'We cannot send email right now. Try again in a few seconds.';

const CLOSED: Message = {
  title: 'You need an invitation',
  text: 'Ask an owner of your studio to invite you, or ask the operator of this server for an account.',
  href: '/sign-in',
  label: 'Sign in',
};
const EXPIRED: Message = {
  title: 'This link no longer works',
  text: 'It was already used, or it has expired. If you created your account with it, sign in.',
  href: '/sign-in',
  label: 'Sign in',
};
const WRONG_PERSON: Omit<Message, 'href'> = {
  title: 'This link is for someone else',
  text: 'It was sent to a different email address.',
  label: 'Sign in as a different user',
};

export function signUpRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-up', (request, response) => {
    if (deps.signUp !== 'open') return void sendMessage(response, 403, CLOSED);
    sendSignUp(request, response, deps, null);
  });
  router.post('/sign-up', readForm, (request, response) => requestLink(request, response, deps));
  router.get('/sign-up/finish', async (request, response) => {
    const visit = await loadSignUp(request, response, readQuery(request).get('token') ?? '', deps);
    if (visit !== null) sendForm(request, response, { deps, visit, notice: null, values: { engine: 'unreal' } });
  });
  router.post('/sign-up/finish', readForm, (request, response) => finish(request, response, deps));
  return router;
}

function sendSignUp(request: Request, response: Response, { guard }: AuthDeps, notice: Notice | null): void {
  response.type('html').send(renderSignUp({ csrfToken: guard.issue(request, response), notice }));
}

/** A worker sends the same email to every address, so nothing reveals whether a user has it. */
async function requestLink(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  if (deps.signUp !== 'open') return void sendMessage(response, 403, CLOSED);
  const form = request.body as URLSearchParams;
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  const again = (status: number, text: string) =>
    sendSignUp(request, response.status(status), deps, { kind: 'problem', text });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  if (!EMAIL.test(email)) return again(422, 'Enter a valid email address.');
  const waitSeconds = await deps.throttle.mail('sign-up', email, request.ip);
  if (waitSeconds !== null) {
    response.set('Retry-After', String(waitSeconds));
    return again(429, 'Too many requests. Try again later.');
  }
  if (await deps.queueSignUpLink(email))
    return sendSignUp(request, response, deps, { kind: 'success', text: SENT });
  response.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
  again(503, NOT_SENT);
}

interface Visit {
  readonly token: string;
  readonly signUp: UsableSignUp;
  /** The signed-in user, if they have the address. */
  readonly session: { readonly id: string; readonly userId: number } | null;
}

/** Finds the sign-up behind a link. Null if the response was already sent, as for invitations. */
async function loadSignUp(
  request: Request,
  response: Response,
  token: string,
  deps: AuthDeps,
): Promise<Visit | null> {
  const id = deps.signUpLinks.read(token);
  const signUp = id === null ? null : await findUsableSignUp(deps.database, id, new Date(deps.clock.now()));
  if (signUp === null) return sendMessage(response, 410, EXPIRED);
  const session = await deps.sessions.find(request);
  const path = `/sign-up/finish?${new URLSearchParams({ token })}`;
  if (session !== null && session.user.email !== signUp.email)
    return sendMessage(response, 403, { ...WRONG_PERSON, href: signInPath(path, true) });
  if (session === null && signUp.userId !== null) {
    response.redirect(303, signInPath(path, false));
    return null;
  }
  return { token, signUp, session: session && { id: session.id, userId: session.userId } };
}

interface Form {
  readonly deps: AuthDeps;
  readonly visit: Visit;
  readonly notice: Notice | null;
  readonly values: Readonly<Record<string, string>>;
}

function sendForm(request: Request, response: Response, { deps, visit, notice, values }: Form): void {
  const { token, signUp, session } = visit;
  const page = { token, email: signUp.email, isNew: session === null, notice, values };
  response.type('html').send(renderFinishSignUp({ ...page, csrfToken: deps.guard.issue(request, response) }));
}

async function finish(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const visit = await loadSignUp(request, response, form.get('token') ?? '', deps);
  if (visit === null) return;
  const { session, signUp } = visit;
  const values = readValues(form);
  const again = (status: number, text: string) =>
    sendForm(request, response.status(status), { deps, visit, notice: { kind: 'problem', text }, values });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const { name = '', account_name: accountName = '' } = values;
  const password = form.get('password') ?? '';
  const problem =
    accountProblem(values, ['account_name', 'project_name', ...(session === null ? (['name'] as const) : [])]) ??
    (session === null ? await passwordProblem(password, [signUp.email, name, accountName]) : null);
  if (problem !== null) return again(422, problem);
  const created = await finishSignUp(deps.database, {
    id: signUp.id,
    account: newAccountOf(values),
    who: session ?? { name, passwordHash: await hashPassword(password), isAddressProven: true },
    now: new Date(deps.clock.now()),
    ...sourceOf(request),
  });
  if (created === null) return void sendMessage(response, 410, EXPIRED);
  const { userId, accountId } = created;
  deps.devices.remember(request, response, userId);
  const next = await afterJoining(() =>
    session === null
      ? deps.sessions.start(request, response, { userId, method: 'password' })
      : chooseSessionAccount(deps.database, session.id, accountId),
  );
  response.redirect(303, next);
}
