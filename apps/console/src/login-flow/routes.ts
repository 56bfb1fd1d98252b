import type { Database } from '@slipway/db';
import { type Clock, LOGIN_TOKEN_LIFETIME_MS } from '@slipway/domain';
import { queryOf, type Request, type Response, Router } from '@slipway/http';
import { sendToConfirmation } from '../auth/confirmation/routes.js';
import type { FormGuard } from '../auth/csrf.js';
import { readForm, readQuery } from '../auth/form.js';
import { issueCode } from '../auth/issue-code.js';
import { sendMessage } from '../auth/messages.js';
import type { Sessions } from '../auth/sessions.js';
import { renderConsent } from '../pages/consent.js';
import { allowReturnTo } from '../security.js';
import { type AuthorizeRequest, readAuthorizeRequest, returnAddress } from './authorize-request.js';

export interface LoginFlowDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly guard: FormGuard;
}

const CODE_LIFETIME_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** The browser login of command-line clients and MCP servers: consent first, then a code (PKCE, RFC 7636). */
export function loginFlowRoutes(deps: LoginFlowDeps): Router {
  const router = Router();
  router.get('/cli/auth', (request, response) => showConsent(request, response, deps));
  router.post('/cli/auth', readForm, (request, response) => decide(request, response, deps));
  return router;
}

async function showConsent(request: Request, response: Response, deps: LoginFlowDeps): Promise<void> {
  const query = queryOf(request.originalUrl);
  const authorization = readAuthorizeRequest(new URLSearchParams(query));
  if ('problem' in authorization) return refuse(response, authorization.problem);
  const session = await deps.sessions.find(request);
  if (session === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: `/cli/auth?${query}` })}`);
    return;
  }
  if (sendToConfirmation(response, session, `/cli/auth?${query}`, deps)) return;
  const { clientName, scopes, redirectUri } = authorization;
  allowReturnTo(response, redirectUri);
  const page = renderConsent({
    csrfToken: deps.guard.issue(request, response),
    clientName,
    host: null,
    scopes,
    redirectUri,
    email: session.user.email,
    lifetimeDays: LOGIN_TOKEN_LIFETIME_MS / DAY_MS,
    action: `/cli/auth?${query}`,
  });
  response.type('html').send(page);
}

async function decide(request: Request, response: Response, deps: LoginFlowDeps): Promise<void> {
  const authorization = readAuthorizeRequest(readQuery(request));
  if ('problem' in authorization) return refuse(response, authorization.problem);
  const session = await deps.sessions.find(request);
  const form = request.body as URLSearchParams;
  if (session === null || deps.guard.problemOf(request, form) !== null)
    return refuse(response, 'This page has expired. Restart the login from your client.');
  if (form.get('decision') !== 'allow') {
    response.redirect(303, returnAddress(authorization, { error: 'access_denied' }));
    return;
  }
  if (sendToConfirmation(response, session, request.originalUrl, deps)) return;
  response.redirect(
    303,
    returnAddress(authorization, { code: await issueLoginCode(authorization, session.userId, deps) }),
  );
}

function issueLoginCode(
  { codeChallenge, redirectUri, clientName, scopes }: AuthorizeRequest,
  userId: number,
  deps: LoginFlowDeps,
): Promise<string> {
  const origin = /\bmcp\b/i.test(clientName) ? 'mcp' : 'cli';
  return issueCode({ userId, codeChallenge, redirectUri, clientName, origin, scopes }, CODE_LIFETIME_MS, deps);
}

/** Bad requests show an error page and never redirect, because their return address cannot be trusted. */
function refuse(response: Response, problem: string): void {
  const title = 'This login cannot continue';
  sendMessage(response, 400, { title, text: problem, href: '/', label: 'Go to Slipway' });
}
