import { LOGIN_SCOPES } from '@slipway/contracts';
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
import { readForm, sourceOf } from '../auth/form.js';
import { OauthError } from './oauth-error.js';
import { registerClient } from './registration.js';
import { type ClientForm, issueTokens, revokeTokens, type TokenDeps } from './tokens.js';

/** The document by which clients find these routes (RFC 8414). */
function authorizationServerMetadata(origin: string): Readonly<Record<string, unknown>> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: LOGIN_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}

interface ClientRouteDeps extends TokenDeps {
  readonly logger: Logger;
  readonly databaseFailure: DatabaseFailure;
  readonly origin: string;
  readonly limits: OauthLimits;
}

export interface OauthLimits {
  readonly oauth: RequestHandler;
  /** Each registration stores a row. */
  readonly registrations: RequestHandler;
}

const PATHS = ['/oauth/register', '/oauth/token', '/oauth/revoke'];
const REGISTRATION_LIMIT_BYTES = 16 * 1024;
const METADATA_MAX_AGE_SECONDS = 3_600;

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
