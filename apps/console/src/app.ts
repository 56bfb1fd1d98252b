import { createHttpApp, type Express, healthRoutes, type ReadinessChecks } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { renderHome, renderNotFound } from './pages.js';

/** The dependencies of the console app. */
export interface ConsoleDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
}

/** The web console. */
export function createApp(deps: ConsoleDeps): Express {
  const app = createHttpApp(deps);
  app.use(healthRoutes(deps));
  app.get('/', (_request, response) => void response.type('html').send(renderHome()));
  app.use((_request, response) => void response.status(404).type('html').send(renderNotFound()));
  return app;
}
