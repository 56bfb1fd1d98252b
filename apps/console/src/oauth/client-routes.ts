import {
  ApiError,
  type DatabaseFailure,
  handleErrors,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  text,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { readForm } from '../auth/form.js';
import { sourceOf } from '../auth/source-of.js';
import { authorizationServerMetadata } from './metadata.js';
import { OauthError } from './oauth-error.js';
import { registerClient } from './registration.js';
import { type ClientForm, issueTokens, revokeTokens, type TokenDeps } from './token-endpoint.js';

interface ClientRouteDeps extends TokenDeps {
  readonly logger: Logger;
  readonly databaseFailure: DatabaseFailure;
  /** The service's own URL, without a path. */
  readonly origin: string;
  readonly limits: OauthLimits;
}

/** Limits on the number of requests of OAuth clients, per address. */
export interface OauthLimits {
  readonly oauth: RequestHandler;
  /** Each registration stores a row. */
  readonly registrations: RequestHandler;
}

const PATHS = ['/oauth/register', '/oauth/token', '/oauth/revoke'];
const REGISTRATION_LIMIT_BYTES = 16 * 1024;
const METADATA_MAX_AGE_SECONDS = 3_600;

/** What OAuth clients call themselves, without a browser: discovery, registration, tokens and revocation. */
export function clientRoutes(deps: ClientRouteDeps): Router {
  const { origin, limits, logger, databaseFailure } = deps;
  const router = Router();
  router.get('/.well-known/oauth-authorization-server', (_request, response) => {
    response
      .set('Cache-Control', `public, max-age=${METADATA_MAX_AGE_SECONDS}`)
      .json(authorizationServerMetadata(origin));
  });
  router.use(PATHS, limits.oauth, preventCaching);
  const readJson = text({ type: 'application/json', limit: REGISTRATION_LIMIT_BYTES });
  router.post('/oauth/register', limits.registrations, readJson, async (request, response) => {
    response.status(201).json(await registerClient(parseJson(request.body), deps));
  });
  router.post('/oauth/token', readForm, async (request, response) => {
    response.json(await issueTokens(formOf(request), deps));
  });
  router.post('/oauth/revoke', readForm, async (request, response) => {
    await revokeTokens(formOf(request), deps);
    response.status(200).end();
  });
  router.use(PATHS, refuseMethod, writeOauthError, handleErrors(logger, databaseFailure));
  return router;
}

function formOf(request: Request): ClientForm {
  return { form: request.body as URLSearchParams, source: sourceOf(request) };
}

/** The value of a JSON body; undefined if it is none. */
function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** Responses contain tokens. */
function preventCaching(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'no-store');
  next();
}

function refuseMethod(_request: Request, response: Response): void {
  response.status(405).set('Allow', 'POST').json({ error: 'invalid_request', error_description: 'Use POST.' });
}

/** Writes errors in the format of RFC 6749, 5.2; other errors are written as everywhere. */
function writeOauthError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof OauthError)
    return void response.status(400).json({ error: error.code, error_description: error.message });
  // What Express throws for a body that is too large or cannot be decoded.
  const { status } = error as { status?: unknown };
  if (error instanceof ApiError || typeof status !== 'number' || status < 400 || status >= 500) return next(error);
  response.status(status).json({ error: 'invalid_request', error_description: 'The body cannot be read.' });
}
