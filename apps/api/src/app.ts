import {
  createHttpApp,
  docsRoutes,
  type Express,
  handleErrors,
  handleNotFound,
  healthRoutes,
  mountEndpoints,
  type ReadinessChecks,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { MAX_BODY_BYTES, OUTAGE_RETRY_SECONDS } from './limits.js';
import type { RateLimits } from './rate-limits.js';
import { endpoints } from './registry.js';
import type { ApiServices } from './services.js';

/** The dependencies of the API app. */
export interface ApiDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly services: ApiServices;
  readonly rateLimits: RateLimits;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
  readonly isOutage: (error: unknown) => boolean;
}

/** REST under /api/v1, and its reference at /docs. */
export function createApp(deps: ApiDeps): Express {
  const { services, rateLimits } = deps;
  const app = createHttpApp(deps);
  app.set('etag', 'weak');
  app.use(healthRoutes(deps));
  app.use('/docs', docsRoutes({ title: 'Slipway API', documentUrl: '/api/v1/openapi.json' }));
  app.use('/api', rateLimits.general);
  const limiters = rateLimits.endpoints;
  app.use('/api', mountEndpoints({ endpoints, services, limiters, maxBodyBytes: MAX_BODY_BYTES }));
  app.use(handleNotFound);
  app.use(handleErrors({ ...deps, outageRetrySeconds: OUTAGE_RETRY_SECONDS }));
  return app;
}
