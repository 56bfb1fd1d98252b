import {
  type CallerOf,
  createHttpApp,
  type DatabaseFailure,
  docsRoutes,
  type Express,
  handleErrors,
  handleNotFound,
  healthRoutes,
  mountEndpoints,
  type ObservedTier,
  type ReadinessChecks,
} from '@slipway/http';
import { MAX_BODY_BYTES, type RestEndpoint, type RestServices } from '@slipway/rest';
import type { Logger } from '@slipway/runtime';
import type { RateLimits } from './rate-limits.js';

export interface ApiDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly observed: ObservedTier;
  readonly endpoints: readonly RestEndpoint[];
  readonly services: RestServices;
  readonly callerOf: CallerOf;
  readonly rateLimits: RateLimits;
  readonly checks: ReadinessChecks;
  /** Problems that an operator should fix even though the API works. */
  readonly warnings: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
  readonly databaseFailure: DatabaseFailure;
}

/** Serves the REST API under /api/v1 and its reference at /docs. */
export function createApp(deps: ApiDeps): Express {
  const { endpoints, services, callerOf, rateLimits } = deps;
  const app = createHttpApp(deps);
  app.set('etag', 'weak');
  app.use(healthRoutes(deps));
  app.use('/docs', docsRoutes({ title: 'Slipway API', documentUrl: '/api/v1/openapi.json' }));
  app.use('/api', rateLimits.general);
  const limiters = rateLimits.endpoints;
  app.use('/api', mountEndpoints({ endpoints, services, callerOf, limiters, maxBodyBytes: MAX_BODY_BYTES }));
  app.use(handleNotFound);
  app.use(handleErrors(deps.logger, deps.databaseFailure));
  return app;
}
