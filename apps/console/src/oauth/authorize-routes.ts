import { findOauthClient, type OauthClientRecord } from '@slipway/db';
import { LOGIN_TOKEN_LIFETIME_MS, OAUTH_CODE_LIFETIME_MS, parseUuid } from '@slipway/domain';
import { queryOf, type Request, type Response, Router } from '@slipway/http';
import { sendToConfirmation } from '../auth/confirmation/routes.js';
import type { AuthDeps } from '../auth/deps.js';
import { readForm, readQuery } from '../auth/form.js';
import { issueCode } from '../auth/issue-code.js';
import { sendMessage } from '../auth/messages.js';
import { renderConsent } from '../pages/consent.js';
import { allowReturnTo } from '../security.js';
import {
  addressWith,
  type OauthRequest,
  type ReturnAddress,
  readOauthRequest,
  readReturnAddress,
} from './authorize-request.js';
import { OauthError } from './oauth-error.js';
import { isLoopback } from './registration.js';

type AuthorizeDeps = Pick<AuthDeps, 'database' | 'clock' | 'sessions' | 'guard' | 'origin'>;

const PATH = '/oauth/authorize';
const DAY_MS = 24 * 60 * 60_000;

export function authorizeRoutes(deps: AuthorizeDeps): Router {
  const router = Router();
  router.get(PATH, (request, response) => showConsent(request, response, deps));
  router.post(PATH, readForm, (request, response) => decide(request, response, deps));
  return router;
}

interface Authorization {
  readonly client: OauthClientRecord;
  readonly request: OauthRequest;
  readonly query: URLSearchParams;
}

async function showConsent(request: Request, response: Response, deps: AuthorizeDeps): Promise<void> {
  const authorization = await readAuthorization(request, response, deps);
  if (authorization === null) return;
  const session = await deps.sessions.find(request);
  const returnTo = `${PATH}?${queryOf(request.originalUrl)}`;
  if (session === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
    return;
  }
  if (sendToConfirmation(response, session, returnTo, deps)) return;
  const { client, query } = authorization;
  const { scopes, redirectUri } = authorization.request;
  // The decision is about what the page shows, whatever the defaults are by then.
  query.set('scope', scopes.join(' '));
  allowReturnTo(response, redirectUri);
  const page = renderConsent({
    csrfToken: deps.guard.issue(request, response),
    clientName: client.name,
    host: hostOf(redirectUri),
    scopes,
    redirectUri,
    email: session.user.email,
    lifetimeDays: LOGIN_TOKEN_LIFETIME_MS / DAY_MS,
    action: `${PATH}?${query}`,
  });
  response.type('html').send(page);
}

/** Who gets access, as far as the address tells: the host, or the scheme of an app; null for the user's own computer. */
function hostOf(redirectUri: string): string | null {
  const { protocol, host } = new URL(redirectUri);
  if (isLoopback(redirectUri)) return null;
  return protocol === 'https:' ? host : protocol.slice(0, -1);
}

async function decide(request: Request, response: Response, deps: AuthorizeDeps): Promise<void> {
  const authorization = await readAuthorization(request, response, deps);
  if (authorization === null) return;
  const session = await deps.sessions.find(request);
  const form = request.body as URLSearchParams;
  if (session === null || deps.guard.problemOf(request, form) !== null)
    return refuse(response, 'This page has expired. Connect again from your client.');
  const isAllowed = form.get('decision') === 'allow';
  if (isAllowed && sendToConfirmation(response, session, request.originalUrl, deps)) return;
  const answer = isAllowed
    ? { code: await issueOauthCode(authorization, session.userId, deps) }
    : { error: 'access_denied' };
  response.redirect(303, addressWith(authorization.request, answer, deps.origin));
}

/** Reads the request; null if it was refused, in which case the response is already sent. */
async function readAuthorization(
  request: Request,
  response: Response,
  deps: AuthorizeDeps,
): Promise<Authorization | null> {
  const query = readQuery(request);
  let address: ReturnAddress | undefined;
  try {
    const client = await findClient(query, deps);
    address = readReturnAddress(query, client);
    return { client, query, request: readOauthRequest(query, address, deps.origin) };
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    refuseRequest(response, error, address, deps.origin);
    return null;
  }
}

async function findClient(query: URLSearchParams, { database, clock }: AuthorizeDeps): Promise<OauthClientRecord> {
  const [sent = '', ...more] = query.getAll('client_id');
  const id = more.length === 0 ? parseUuid(sent) : null;
  const client = id === null ? null : await findOauthClient(database, id, new Date(clock.now()));
  if (client !== null) return client;
  const problem = 'Slipway does not know this client, or has forgotten it because it was not used.';
  throw new OauthError('invalid_client', `${problem} Remove the connection in your client and add it again.`);
}

/**
 * Anyone can register a client, so a link to this service must not lead to other sites by itself (RFC 9700, 4.11.2): the
 * browser takes an error only to the user's own machine.
 */
function refuseRequest(
  response: Response,
  { code, message }: OauthError,
  address: ReturnAddress | undefined,
  origin: string,
): void {
  if (address === undefined || !isLoopback(address.redirectUri)) return refuse(response, message);
  response.redirect(303, addressWith(address, { error: code, error_description: message }, origin));
}

function issueOauthCode(
  { client, request: { codeChallenge, redirectUri, scopes, resource } }: Authorization,
  userId: number,
  deps: AuthorizeDeps,
): Promise<string> {
  const named = { clientName: client.name, origin: 'mcp', oauthClientId: client.id } as const;
  return issueCode(
    { userId, codeChallenge, redirectUri, scopes, resource, ...named },
    OAUTH_CODE_LIFETIME_MS,
    deps,
  );
}

function refuse(response: Response, problem: string): void {
  const title = 'This client cannot connect';
  sendMessage(response, 400, { title, text: problem, href: '/', label: 'Go to Slipway' });
}
