import type { SsoRefusal } from '@slipway/contracts';
import { confirmSession, findProviderOfUser, isSsoIdentity, type SsoProviderRecord } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import { confirmPath } from '../auth/confirmation/confirmed.js';
import { readQuery } from '../auth/form.js';
import { returnPath } from '../auth/return-path.js';
import { sourceOf } from '../auth/source-of.js';
import type { SsoFlow } from './flows.js';
import { CLOCK_TOLERANCE_SECONDS, type IdentifiedPerson } from './provider-client.js';
import { refuseSso } from './refuse-sso.js';
import type { SsoDeps } from './sso-deps.js';
import { identifyPerson, visitProvider } from './visit-provider.js';

/** Leads a signed-in user to their provider, where they sign in again to prove who they are. */
export async function startConfirmation(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const returnTo = returnPath(readQuery(request).get('return_to') ?? undefined);
  const session = await deps.sessions.find(request);
  if (session === null) return response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
  const { sso } = await deps.confirmations.waysOf(session.userId);
  const provider = sso === null ? null : await findProviderOfUser(deps.database, session.userId);
  if (provider === null) return response.redirect(303, confirmPath(returnTo));
  await visitProvider(request, response, { deps, provider, purpose: { sessionId: session.id, returnTo } });
}

interface Confirmation {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly flow: SsoFlow;
}

/** Completes a confirmation: the same person has just signed in at the provider. */
export async function finishConfirmation(
  request: Request,
  response: Response,
  confirmation: Confirmation,
): Promise<void> {
  const { deps, provider, flow } = confirmation;
  const session = await deps.sessions.find(request);
  const userId = session?.userId ?? null;
  const refuse = (reason: SsoRefusal) =>
    refuseSso(request, response, { deps, provider, reason, userId, purpose: flow });
  if (session === null || session.id !== flow.sessionId) return refuse('wrong_browser');
  const identified = await identifyPerson(request, confirmation);
  if ('refusal' in identified) return refuse(identified.refusal);
  const { person } = identified;
  const identity = { accountId: provider.accountId, subject: person.subject, userId: session.userId };
  if (!(await isSsoIdentity(deps.database, identity))) return refuse('other_person');
  if (!hasSignedInSince(person, flow.startedAt)) return refuse('old_sign_in');
  await confirmSession(deps.database, {
    sessionId: session.id,
    userId: session.userId,
    method: 'sso',
    now: new Date(deps.clock.now()),
    source: sourceOf(request),
  });
  response.redirect(303, flow.returnTo);
}

/** Some providers ignore the request to ask again, so that what they report counts. */
function hasSignedInSince({ authenticatedAt }: IdentifiedPerson, startedAt: number): boolean {
  return authenticatedAt !== null && authenticatedAt.getTime() >= startedAt - CLOCK_TOLERANCE_SECONDS * 1000;
}
