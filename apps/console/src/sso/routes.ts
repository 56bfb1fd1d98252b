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
import { isSameOrigin } from '../auth/csrf.js';
import { readForm, readQuery, returnPath, sourceOf } from '../auth/form.js';
import { completeSignIn } from '../auth/second-factor/complete-sign-in.js';
import type { Notice } from '../pages/layout.js';
import { renderContinue, renderSsoStart, renderSwitch } from '../pages/sso.js';
import type { SsoDeps } from './compose-sso.js';
import { toDomain } from './domains.js';
import type { SsoFlow } from './flows.js';
import { REFUSAL_WORDS, refuseSso, sendSsoProblem, ssoPath } from './refusals.js';
import { finishConfirmation, identifyPerson, startConfirmation, visitProvider } from './visit-provider.js';

export function ssoRoutes(deps: SsoDeps): Router {
  const router = Router();
  router.get('/sso/start', (request, response) => {
    const returnTo = returnPath(readQuery(request).get('return_to') ?? undefined);
    sendStart(request, response, { deps, returnTo, email: '', notice: null });
  });
  router.post('/sso/start', readForm, (request, response) => findProvider(request, response, deps));
  router.get('/confirm/sso', (request, response) => startConfirmation(request, response, deps));
  router.get('/sso/:account', (request, response) => leave(request, response, deps));
  router.get('/sso/:account/callback', (request, response) => comeBack(request, response, deps));
  return router;
}

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
  if (provider === null) sendSsoProblem(response, 404, 'This account does not use single sign-on.');
  return provider;
}

async function leave(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const provider = await loadProvider(request, response, deps);
  if (provider === null) return;
  const returnTo = returnPath(readQuery(request).get('return_to') ?? undefined);
  // Otherwise a link on another site could replace the session of the person who opens it with that of its author.
  const session = isSameOrigin(request, deps.origin) ? null : await deps.sessions.find(request);
  if (session !== null) {
    const href = ssoPath(provider.account.prefixedId, returnTo);
    const { host } = new URL(provider.issuer);
    return void response.type('html').send(renderSwitch({ href, host, email: session.user.email }));
  }
  await visitProvider(request, response, { deps, provider, purpose: { sessionId: null, returnTo } });
}

async function comeBack(request: Request, response: Response, deps: SsoDeps): Promise<void> {
  const provider = await loadProvider(request, response, deps);
  if (provider === null) return;
  const { flows } = deps.sso;
  const returned = { accountId: provider.accountId, state: readQuery(request).get('state') ?? '' };
  const flow = flows.take(request, response, returned);
  if (flow === null) {
    // Only a state of ours is worth an audit entry: anyone can open this address with any text.
    if (!flows.isIssued(returned)) return sendSsoProblem(response, 403, REFUSAL_WORDS.wrong_browser);
    return refuseSso(request, response, { deps, provider, reason: 'wrong_browser' });
  }
  const visit = { deps, provider, flow };
  await (flow.sessionId === null
    ? signIn(request, response, visit)
    : finishConfirmation(request, response, visit));
}

interface Return {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly flow: SsoFlow;
}

async function signIn(request: Request, response: Response, visit: Return): Promise<void> {
  const { deps, provider, flow } = visit;
  const identified = await identifyPerson(request, visit);
  if ('refusal' in identified) return refuseSso(request, response, { deps, provider, reason: identified.refusal });
  const { accountId, issuer } = provider;
  const { authenticatedAt, ...person } = identified.person;
  const result = await findUser(deps, { accountId, issuer, ...person, ...sourceOf(request) });
  if (result.refusal !== undefined)
    return refuseSso(request, response, { deps, provider, reason: result.refusal, userId: result.userId });
  // The provider proves the first factor. People who have a second one here, or need one, enter it as after a password.
  const proved = { userId: result.userId, returnTo: flow.returnTo, method: 'sso' } as const;
  // People whom the provider still knew have not proved just now who they are.
  const when = authenticatedAt === null ? {} : { provedAt: authenticatedAt };
  response.redirect(303, await completeSignIn(request, response, { ...proved, ...when }, deps));
}

/** Tries again if another request has just created the user. */
async function findUser({ database }: SsoDeps, person: SsoPerson): Promise<SsoResult> {
  const resolve = () => database.modelTransaction((tx) => resolveSsoPerson(tx, person));
  return resolve().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return resolve();
  });
}
