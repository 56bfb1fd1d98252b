import type { SsoRefusal } from '@slipway/contracts';
import { confirmSession, findProviderOfUser, isSsoIdentity, type SsoProviderRecord } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import { confirmPath } from '../auth/confirmation/routes.js';
import { readQuery, returnPath, sourceOf } from '../auth/form.js';
import type { SsoDeps } from './compose-sso.js';
import type { SsoFlow } from './flows.js';
import { CLOCK_TOLERANCE_SECONDS, type IdentifiedPerson } from './provider-client.js';
import { refusalOf, refuseSso, type SsoPurpose } from './refusals.js';

interface Visit {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly purpose: SsoPurpose;
}

/** Leads the browser to a provider. To confirm who they are, people must sign in there again. */
export async function visitProvider(
  request: Request,
  response: Response,
  { deps, provider, purpose }: Visit,
): Promise<void> {
  const { sso } = deps;
  const { accountId, issuer } = provider;
  const flow = sso.flows.start(response, { accountId, issuer, ...purpose });
  const options = {
    redirectUri: sso.redirectUri(provider.account.prefixedId),
    mustSignInAgain: purpose.sessionId !== null,
  };
  let url: URL;
  try {
    url = await sso.client.authorizationUrl(sso.accessOf(provider), flow, options);
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on cannot start');
    return refuseSso(request, response, { deps, provider, reason: refusalOf(error), purpose });
  }
  response.redirect(303, url.href);
}

interface Return {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly flow: SsoFlow;
}

export async function identifyPerson(
  request: Request,
  { deps, provider, flow }: Return,
): Promise<{ readonly person: IdentifiedPerson } | { readonly refusal: SsoRefusal }> {
  const { sso, origin } = deps;
  const { accountId, issuer } = provider;
  if (issuer !== flow.issuer) return { refusal: 'turned_off' };
  try {
    const returned = new URL(request.originalUrl, origin);
    return { person: await sso.client.identify(sso.accessOf(provider), flow, returned) };
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on failed');
    return { refusal: refusalOf(error) };
  }
}

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
