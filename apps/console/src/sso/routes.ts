import type { SsoRefusal } from '@slipway/contracts';
import {
  findProviderOfAccount,
  findProviderOfDomain,
  isUniqueViolation,
  resolveSsoPerson,
  type SsoPerson,
  type SsoProviderRecord,
  type SsoResult,
} from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { AuthDeps } from '../auth/deps.js';
import { readForm } from '../auth/form.js';
import { returnPath } from '../auth/return-path.js';
import { completeSignIn } from '../auth/second-factor/complete-sign-in.js';
import { sourceOf } from '../auth/source-of.js';
import type { Notice } from '../pages/layout.js';
import { renderMessage } from '../pages/sign-in.js';
import { renderContinue, renderSsoStart } from '../pages/sso.js';
import type { Sso } from './compose-sso.js';
import { toDomain } from './domains.js';
import type { SsoFlow } from './flows.js';
import type { IdentifiedPerson } from './provider-client.js';
import { REFUSAL_WORDS, recordRefusal, refusalOf } from './refusals.js';
import { ssoPath } from './sso-path.js';

export interface SsoDeps extends AuthDeps {
  readonly sso: Sso;
}

/** Sign-in through the identity provider of an account, without JavaScript. */
export function ssoRoutes(deps: SsoDeps): Router {
  const router = Router();
  router.get('/sso/start', (request, response) => {
    const returnTo = returnPath(queryOf(request, deps).get('return_to') ?? undefined);
    sendStart(request, response, { deps, returnTo, email: '', notice: null });
  });
  router.post('/sso/start', readForm, (request, response) => findProvider(request, response, deps));
  router.get('/sso/:account', (request, response) => leave(request, response, deps));
  router.get('/sso/:account/callback', (request, response) => comeBack(request, response, deps));
  return router;
}

const queryOf = (request: Request, { origin }: AuthDeps) => new URL(request.originalUrl, origin).searchParams;

interface StartPage {
  readonly deps: SsoDeps;
  readonly returnTo: string;
  readonly email: string;
  readonly notice: Notice | null;
}

function sendStart(request: Request, response: Response, { deps, ...page }: StartPage): void {
  response.type('html').send(renderSsoStart({ csrfToken: deps.guard.issue(request, response), ...page }));
}

/** Leads from an address to the provider of its domain. It says nothing about whether the address has a user. */
async function findProvider(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const email = (form.get('email') ?? '').slice(0, 254);
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const again = (status: number, text: string) =>
    sendStart(request, response.status(status), { deps, returnTo, email, notice: { kind: 'problem', text } });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const domain = toDomain(email.slice(email.lastIndexOf('@') + 1));
  const provider = domain === null ? null : await findProviderOfDomain(deps.database, domain);
  if (provider === null)
    return again(422, 'No account uses single sign-on for this address. Sign in with your password.');
  const path = ssoPath(provider.account.prefixedId, returnTo);
  // Browsers do not let a form redirect to another site, so a page leads there.
  response.set('Refresh', `0; url=${path}`);
  response.type('html').send(renderContinue({ href: path, host: new URL(provider.issuer).host }));
}

async function loadProvider(request: Request, response: Response, deps: SsoDeps) {
  const provider = await findProviderOfAccount(deps.database, String(request.params['account']));
  if (provider === null) sendProblem(response, 404, 'This account does not use single sign-on.');
  return provider;
}

function sendProblem(response: Response, status: number, text: string): void {
  const link = { href: '/sign-in', label: 'Back to sign in' };
  response
    .status(status)
    .type('html')
    .send(renderMessage('You are not signed in', text, link));
}

const STATUS: Partial<Record<SsoRefusal, number>> = { provider_unreachable: 503, invalid_response: 502 };

interface Refused {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly reason: SsoRefusal;
  readonly userId?: number | null;
}

async function refuse(request: Request, response: Response, refused: Refused): Promise<void> {
  const { deps, provider, reason, userId = null } = refused;
  const { accountId } = provider;
  await recordRefusal(deps.database, { accountId, userId, reason, source: sourceOf(request) });
  const owners = reason === 'provider_unreachable' ? ' Owners can still sign in with their password.' : '';
  sendProblem(response, STATUS[reason] ?? 403, REFUSAL_WORDS[reason] + owners);
}

async function leave(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const provider = await loadProvider(request, response, deps);
  if (provider === null) return;
  const { sso } = deps;
  const { accountId, issuer } = provider;
  const returnTo = returnPath(queryOf(request, deps).get('return_to') ?? undefined);
  const flow = sso.flows.start(response, { accountId, issuer, returnTo });
  const access = sso.accessOf(provider);
  let url: URL;
  try {
    url = await sso.client.authorizationUrl(access, flow, sso.redirectUri(provider.account.prefixedId));
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on cannot start');
    return refuse(request, response, { deps, provider, reason: refusalOf(error) });
  }
  response.redirect(303, url.href);
}

async function comeBack(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const provider = await loadProvider(request, response, deps);
  if (provider === null) return;
  const { sso } = deps;
  const { accountId } = provider;
  const returned = { accountId, state: queryOf(request, deps).get('state') ?? '' };
  const flow = sso.flows.take(request, response, returned);
  if (flow === null) {
    // Only a state of ours is worth an audit entry: anyone can open this address with any text.
    if (!sso.flows.isIssued(returned)) return sendProblem(response, 403, REFUSAL_WORDS.wrong_browser);
    return refuse(request, response, { deps, provider, reason: 'wrong_browser' });
  }
  const result = await identify(request, { deps, provider, flow });
  if (result.refusal !== undefined)
    return refuse(request, response, { deps, provider, reason: result.refusal, userId: result.userId });
  // The provider proves the first factor. Whoever has a second one here, or needs one, enters it as after a password.
  const proved = { userId: result.userId, returnTo: flow.returnTo, method: 'sso' } as const;
  response.redirect(303, await completeSignIn(request, response, proved, deps));
}

interface Identification {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly flow: SsoFlow;
}

async function identify(request: Request, { deps, provider, flow }: Identification): Promise<SsoResult> {
  const { sso } = deps;
  const { accountId, issuer } = provider;
  if (issuer !== flow.issuer) return { refusal: 'turned_off', userId: null };
  const access = sso.accessOf(provider);
  let person: IdentifiedPerson;
  try {
    person = await sso.client.identify(access, flow, new URL(request.originalUrl, deps.origin));
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on failed');
    return { refusal: refusalOf(error), userId: null };
  }
  return findUser(deps, { accountId, issuer, ...person, ...sourceOf(request) });
}

/** Tries again if another request has just created the user. */
async function findUser({ database }: SsoDeps, person: SsoPerson): Promise<SsoResult> {
  const resolve = () => database.modelTransaction((tx) => resolveSsoPerson(tx, person));
  return resolve().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return resolve();
  });
}
