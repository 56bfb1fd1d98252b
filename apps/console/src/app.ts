import { isDatabaseOutage } from '@slipway/db';
import {
  createHttpApp,
  type Express,
  healthRoutes,
  type NextFunction,
  type ReadinessChecks,
  type Request,
  type RequestHandler,
  type Response,
  requestIdOf,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { AuthDeps } from './auth/deps.js';
import { passwordRoutes } from './auth/password-routes.js';
import { authRoutes } from './auth/routes.js';
import { setupRoutes } from './auth/setup-routes.js';
import { loginFlowRoutes } from './login-flow/routes.js';
import { renderHome } from './pages/home.js';
import { renderNotFound } from './pages/not-found.js';
import { renderMessage } from './pages/sign-in.js';
import { pageHeaders } from './security.js';

/** What the console app is built from. */
export interface ConsoleDeps extends AuthDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
  /** Style sheets and images. */
  readonly files: RequestHandler;
}

/** The web console. Its forms need no script. */
export function createApp(deps: ConsoleDeps): Express {
  const { logger, trustProxy, origin } = deps;
  const securityHeaders = pageHeaders({ isHttps: origin.startsWith('https:') });
  const app = createHttpApp({ logger, trustProxy, securityHeaders });
  app.use(healthRoutes(deps));
  app.use('/console', deps.files);
  app.use(neverStored);
  app.get('/', (request, response) => showHome(request, response, deps));
  app.use(authRoutes(deps), passwordRoutes(deps), setupRoutes(deps), loginFlowRoutes(deps));
  app.use((_request, response) => void response.status(404).type('html').send(renderNotFound()));
  app.use(answerErrors(logger));
  return app;
}

async function showHome(request: Request, response: Response, deps: ConsoleDeps): Promise<void> {
  const session = await deps.sessions.find(request);
  if (session === null) return response.redirect(303, '/sign-in');
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderHome({ csrfToken, ...session.user }));
}

/** Forms carry tokens, and pages what only their reader may see: no cache keeps them. */
function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'no-store');
  next();
}

const OUTAGE_RETRY_SECONDS = 2;

function answerErrors(logger: Logger) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) return next(error);
    const requestId = requestIdOf(response);
    const back = { href: '/', label: 'Try again' };
    if (isDatabaseOutage(error)) {
      logger.warn({ err: error, requestId }, 'database away');
      response.status(503).set('Retry-After', String(OUTAGE_RETRY_SECONDS));
      const text = 'The database cannot be reached. Nothing is lost; try again in a few seconds.';
      response.type('html').send(renderMessage('Unavailable for the moment', text, back));
      return;
    }
    const status = (error as { status?: number }).status;
    if (status !== undefined && status >= 400 && status < 500) {
      response
        .status(status)
        .type('html')
        .send(renderMessage('That did not work', 'The request is malformed.', back));
      return;
    }
    logger.error({ err: error, requestId }, 'request failed');
    const text = `Nothing was changed. If it happens again, tell your operator the request id ${requestId}.`;
    response
      .status(500)
      .type('html')
      .send(renderMessage('Something went wrong', text, back));
  };
}
