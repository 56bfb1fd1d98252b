import {
  ApiError,
  type CallerOf,
  createHttpApp,
  type DatabaseFailure,
  type EndpointLimiters,
  type Express,
  handleErrors,
  handleNotFound,
  healthRoutes,
  mountEndpoints,
  type NextFunction,
  type ObservedTier,
  type ReadinessChecks,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  requestIdOf,
} from '@slipway/http';
import {
  type ComposedReads,
  isStale,
  MAX_BODY_BYTES,
  OUTAGE_RETRY_SECONDS,
  endpoints as restEndpoints,
  STALE,
} from '@slipway/rest';
import type { Logger } from '@slipway/runtime';
import { confirmationRoutes } from './auth/confirmation/routes.js';
import { invitationRoutes } from './auth/invitation-routes.js';
import { toConfiguredName } from './auth/loopback.js';
import { sendMessage } from './auth/messages.js';
import { passkeyRoutes } from './auth/passkeys/routes.js';
import { passwordRoutes } from './auth/password-routes.js';
import { authRoutes } from './auth/routes.js';
import { secondFactorRoutes } from './auth/second-factor/routes.js';
import { setupRoutes } from './auth/setup-routes.js';
import { signUpRoutes } from './auth/sign-up-routes.js';
import { unsubscribeRoutes } from './auth/unsubscribe-routes.js';
import { readSession } from './endpoints/session.js';
import { auditLogRoutes, exportRoutes } from './export/routes.js';
import type { LiveChanges } from './live/live-changes.js';
import { streamRoutes } from './live/stream.js';
import { createStreamSlots } from './live/stream-slots.js';
import { loginFlowRoutes } from './login-flow/routes.js';
import { authorizeRoutes } from './oauth/authorize-routes.js';
import { clientRoutes, type OauthLimits } from './oauth/client-routes.js';
import { isPagePath, type ReadAppFile, renderAppDocument } from './pages/app-document.js';
import { renderNotFound } from './pages/message.js';
import { publicRoutes } from './public/routes.js';
import { consoleEndpoints } from './registry.js';
import { allowPreviews, pageHeaders } from './security.js';
import type { ConsoleServices } from './services.js';
import type { SsoDeps } from './sso/compose-sso.js';
import { ssoRoutes } from './sso/routes.js';

export interface ConsoleDeps extends SsoDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly observed: ObservedTier;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
  readonly files: RequestHandler;
  readonly readAppFile: ReadAppFile;
  readonly services: ConsoleServices;
  readonly callerOf: CallerOf;
  /** Where reads run while the primary does not answer. */
  readonly reads: Pick<ComposedReads, 'sources' | 'duringOutage'>;
  readonly databaseFailure: DatabaseFailure;
  /** Problems that an operator should fix even though the console works. */
  readonly warnings: () => Promise<readonly string[]>;
  readonly limits: ConsoleLimits;
  readonly changes: LiveChanges;
}

export interface ConsoleLimits extends OauthLimits {
  /** Per address, for forms without a session. Scripts do not poll these, so nothing else counts with them. */
  readonly visitors: RequestHandler;
  readonly publicLinks: RequestHandler;
  readonly sessions: RequestHandler;
  readonly endpoints: EndpointLimiters;
}

const FORMS = [
  '/sign-in',
  '/sign-out',
  '/second-factor',
  '/confirm',
  '/setup',
  '/forgot-password',
  '/reset-password',
  '/invitation',
  '/sign-up',
  '/sso',
  '/unsubscribe',
  '/cli/auth',
  '/oauth/authorize',
];

export function createApp(deps: ConsoleDeps): Express {
  const { logger, trustProxy, origin, observed } = deps;
  const securityHeaders = pageHeaders({ isHttps: origin.startsWith('https:') });
  const app = createHttpApp({ logger, trustProxy, securityHeaders, observed });
  app.use(healthRoutes(deps));
  app.use('/console', deps.files);
  app.use('/console/api', dataRoutes(deps));
  app.use(['/badges', '/feeds'], deps.limits.publicLinks);
  app.use(publicRoutes(deps.services));
  app.use(clientRoutes(deps));
  app.use(preventCaching, toConfiguredName(origin));
  app.use(FORMS, deps.limits.visitors);
  app.use(
    authRoutes(deps),
    passkeyRoutes(deps),
    secondFactorRoutes(deps),
    confirmationRoutes(deps),
    passwordRoutes(deps),
    setupRoutes(deps),
    loginFlowRoutes(deps),
    authorizeRoutes(deps),
    invitationRoutes(deps),
    signUpRoutes(deps),
    ssoRoutes(deps),
    unsubscribeRoutes(deps),
  );
  app.get(/.*/, (request, response) => showPage(request, response, deps));
  app.use((_request, response) => void response.status(404).type('html').send(renderNotFound()));
  app.use(renderErrors(deps));
  return app;
}

/**
 * The endpoints that the pages call, REST and the console's own, on behalf of the user whose session the browser has.
 */
function dataRoutes(deps: ConsoleDeps): Router {
  const { services, callerOf, limits, isDraining, changes } = deps;
  const { sources, duringOutage } = deps.reads;
  const router = Router();
  const checks = { callerOf, callerLimiter: limits.sessions };
  const takeSlot = createStreamSlots(deps.observed.metrics);
  const listProjects = (userId: number) => sources.run(({ reads }) => reads.listProjects(userId));
  router.use(streamRoutes({ ...checks, reads: { listProjects }, changes, takeSlot, isDraining }));
  router.use(exportRoutes({ ...checks, services, logger: deps.logger }));
  router.use(auditLogRoutes({ ...checks, services, logger: deps.logger }));
  const shared = {
    ...checks,
    services,
    limiters: limits.endpoints,
    maxBodyBytes: MAX_BODY_BYTES,
  };
  const ofTokens = restEndpoints.filter(({ contract }) => contract.scope !== 'public');
  router.use(mountEndpoints({ ...shared, endpoints: consoleEndpoints.map((each) => duringOutage(each)) }));
  router.use(mountEndpoints({ ...shared, endpoints: ofTokens.map((each) => duringOutage(each)) }));
  router.use(handleNotFound);
  router.use(handleErrors(deps.logger, deps.databaseFailure));
  return router;
}

async function showPage(request: Request, response: Response, deps: ConsoleDeps): Promise<void> {
  const { path, originalUrl } = request;
  const session = await deps.sessions.find(request);
  if (session === null) {
    if (!isPagePath(path)) return void response.status(404).type('html').send(renderNotFound());
    const returnTo = path === '/' ? '' : `?${new URLSearchParams({ return_to: originalUrl })}`;
    return response.redirect(303, `/sign-in${returnTo}`);
  }
  const { services, readAppFile, reads } = deps;
  const [previewHosts, shown] = await reads.sources.run((source) => {
    if (isStale(source)) response.set(STALE);
    return Promise.all([
      source.reads.listPreviewHosts(session.userId),
      readSession(session, { ...services, reads: source.reads }),
    ]);
  });
  allowPreviews(response, previewHosts);
  response
    .status(isPagePath(path) ? 200 : 404)
    .type('html')
    .send(await renderAppDocument(path, shown, readAppFile));
}

/** Forms contain tokens, and pages contain what only their reader may see: no cache may store them. */
function preventCaching(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'no-store');
  next();
}

function renderErrors({ logger, databaseFailure }: ConsoleDeps) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) return next(error);
    const requestId = requestIdOf(response);
    const send = (status: number, title: string, text: string) =>
      void sendMessage(response, status, { title, text, href: '/', label: 'Try again' });
    const isUnavailable = error instanceof ApiError && error.code === 'unavailable';
    const unavailable = isUnavailable ? error : databaseFailure(error, requestId);
    if (unavailable !== null) {
      response.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
      return send(503, 'Temporarily unavailable', unavailable.message);
    }
    if (error instanceof ApiError && error.code === 'rate_limited') {
      const seconds = error.retryAfterSeconds ?? 1;
      response.set('Retry-After', String(seconds));
      return send(
        429,
        'Too many requests',
        `Your network sent too many requests. Try again in ${seconds} seconds.`,
      );
    }
    const status = (error as { status?: number }).status ?? 500;
    if (status >= 400 && status < 500) return send(status, 'Request failed', 'The request is malformed.');
    logger.error({ err: error, requestId }, 'request failed');
    const text = `If this happens again, send your operator the request ID ${requestId}.`;
    send(500, 'Something went wrong', text);
  };
}
