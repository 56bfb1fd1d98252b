import {
  acceptInvitation,
  chooseSessionAccount,
  findFactorState,
  findRequiredSso,
  findUsableInvitation,
  type UsableInvitation,
} from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import { renderInvitation } from '../pages/invitation.js';
import type { Notice } from '../pages/layout.js';
import type { Message } from '../pages/message.js';
import { ssoPath } from '../sso/refusals.js';
import type { AuthDeps } from './deps.js';
import { readForm, readQuery, sourceOf } from './form.js';
import { afterJoining } from './joining.js';
import { sendMessage, signInPath } from './messages.js';
import { hashPassword, passwordProblem } from './passwords.js';
import { completeSignIn } from './second-factor/complete-sign-in.js';

const MAX_NAME = 100;

export function invitationRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/invitation', (request, response) => showInvitation(request, response, deps));
  router.post('/invitation', readForm, (request, response) => join(request, response, deps));
  return router;
}

interface Visit {
  readonly token: string;
  readonly invitation: UsableInvitation;
  /** Whether an owner passed the link on, so that anyone may have it. */
  readonly isCopied: boolean;
  /** The signed-in user, if they have the invited address. */
  readonly session: { readonly id: string; readonly userId: number; readonly email: string } | null;
}

/**
 * Finds the invitation behind a link. Null if the response was already sent: the link no longer works, or the visitor
 * must sign in first.
 */
async function loadInvitation(
  request: Request,
  response: Response,
  token: string,
  deps: AuthDeps,
): Promise<Visit | null> {
  const copiedId = deps.copiedInvitationLinks.read(token);
  const id = copiedId ?? deps.invitationLinks.read(token);
  const now = new Date(deps.clock.now());
  const invitation = id === null ? null : await findUsableInvitation(deps.database, id, now);
  if (invitation === null) return sendMessage(response, 410, EXPIRED);
  if (!invitation.mayJoin) return sendMessage(response, 403, notAllowed(invitation));
  // Where anyone can own an account, anyone could otherwise become the user of an address that they cannot read.
  if (copiedId !== null && invitation.userId === null && deps.signUp === 'open')
    return sendMessage(response, 403, EMAIL_NEEDED);
  const session = await deps.sessions.find(request);
  const path = `/invitation?${new URLSearchParams({ token })}`;
  if (session !== null && session.user.email !== invitation.email)
    return sendMessage(response, 403, { ...WRONG_PERSON, href: signInPath(path, true) });
  if (session === null && invitation.userId !== null) {
    response.redirect(303, signInPath(path, false));
    return null;
  }
  const signedIn = session && { id: session.id, userId: session.userId, email: session.user.email };
  return { token, invitation, isCopied: copiedId !== null, session: signedIn };
}

const EXPIRED: Message = {
  title: 'This invitation no longer works',
  text: 'It was already used or withdrawn, or it is more than seven days old. Ask for a new one.',
  href: '/',
  label: 'Go to Slipway',
};
const WRONG_PERSON: Omit<Message, 'href'> = {
  title: 'This invitation is for someone else',
  text: 'The invitation was sent to a different email address.',
  label: 'Sign in as a different user',
};

const EMAIL_NEEDED: Message = {
  title: 'Open the link in your email',
  text: 'You are new to Slipway, so only the link that we emailed to you works. It proves that the address is yours.',
  href: '/',
  label: 'Go to Slipway',
};

const notAllowed = ({ accountName, invitedBy }: UsableInvitation): Message => ({
  title: 'You cannot join yet',
  text: `${accountName} requires single sign-on, and your email address is outside its domain. Ask ${invitedBy} to allow your address, then open the link again.`,
  href: '/',
  label: 'Go to Slipway',
});

async function showInvitation(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const token = readQuery(request).get('token') ?? '';
  const visit = await loadInvitation(request, response, token, deps);
  if (visit !== null) sendForm(request, response, { deps, visit, name: '', notice: null });
}

interface Form {
  readonly deps: AuthDeps;
  readonly visit: Visit;
  readonly name: string;
  readonly notice: Notice | null;
}

function sendForm(request: Request, response: Response, { deps, visit, name, notice }: Form): void {
  const { invitation, session, token } = visit;
  const { accountName, role, invitedBy, email } = invitation;
  const csrfToken = deps.guard.issue(request, response);
  const who = session === null ? { email, name } : { signedInAs: session.email };
  response.type('html').send(renderInvitation({ csrfToken, token, accountName, role, invitedBy, notice, who }));
}

async function join(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const visit = await loadInvitation(request, response, form.get('token') ?? '', deps);
  if (visit === null) return;
  const name = (form.get('name') ?? '').replace(/\p{C}+/gu, ' ').trim();
  const again = (status: number, text: string) =>
    sendForm(request, response.status(status), { deps, visit, name, notice: { kind: 'problem', text } });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const password = form.get('password') ?? '';
  const { email, accountName } = visit.invitation;
  const problem = visit.session === null ? await problemOf(password, name, [email, accountName]) : null;
  if (problem !== null) return again(422, problem);
  const isAddressProven = !visit.isCopied;
  const who = visit.session ?? { name, passwordHash: await hashPassword(password), isAddressProven };
  const joined = await deps.database.modelTransaction((tx) =>
    acceptInvitation(tx, {
      invitationId: visit.invitation.id,
      who,
      now: new Date(deps.clock.now()),
      ...sourceOf(request),
    }),
  );
  if (joined === null) return void sendMessage(response, 410, EXPIRED);
  await signInJoined(request, response, { deps, session: visit.session, joined });
}

interface Joined {
  readonly deps: AuthDeps;
  readonly session: Visit['session'];
  readonly joined: NonNullable<Awaited<ReturnType<typeof acceptInvitation>>>;
}

async function signInJoined(
  request: Request,
  response: Response,
  { deps, session, joined }: Joined,
): Promise<void> {
  const { userId } = joined;
  deps.devices.remember(request, response, userId);
  const required = await findRequiredSso(deps.database, userId);
  // A session that began before may have begun with a password.
  if (required !== null && (session === null || required.accountId === joined.accountId)) {
    await deps.sessions.end(request, response);
    return void sendMessage(response, 200, requiresSso(required));
  }
  const { hasFactor, isRequired } = await findFactorState(deps.database, userId);
  if (isRequired && !hasFactor) {
    await deps.sessions.end(request, response);
    return response.redirect(303, await completeSignIn(request, response, { userId, returnTo: '/' }, deps));
  }
  const next = await afterJoining(() =>
    session === null
      ? deps.sessions.start(request, response, { userId, method: 'password' })
      : chooseSessionAccount(deps.database, session.id, joined.accountId),
  );
  // The account takes people with other addresses only with a second factor.
  response.redirect(303, joined.isSuspended && next === '/' ? '/second-factor/set-up' : next);
}

function requiresSso({ prefixedId, name }: { readonly prefixedId: string; readonly name: string }): Message {
  const text = `You have joined ${name}. It requires single sign-on.`;
  return { title: 'Sign in to continue', text, href: ssoPath(prefixedId, '/'), label: 'Sign in' };
}

async function problemOf(password: string, name: string, knownTexts: readonly string[]): Promise<string | null> {
  const { length } = [...name];
  if (length === 0) return 'Enter your name.';
  if (length > MAX_NAME) return `Names can have at most ${MAX_NAME} characters.`;
  return passwordProblem(password, [name, ...knownTexts]);
}
