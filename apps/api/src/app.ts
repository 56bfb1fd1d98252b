import {
  answerErrors,
  answerNotFound,
  createHttpApp,
  docsRoutes,
  type Express,
  healthRoutes,
  mountEndpoints,
  type ReadinessChecks,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { ApiLimits } from './limits.js';
import { endpoints } from './registry.js';
import type { ApiServices } from './services.js';

/** What the API app is built from. */
export interface ApiDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly services: ApiServices;
  readonly limits: ApiLimits;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
  readonly isOutage: (error: unknown) => boolean;
}

/** REST under /api/v1, and its reference at /docs. */
export function createApp(deps: ApiDeps): Express {
  const app = createHttpApp(deps);
  app.set('etag', 'weak');
  app.use(healthRoutes(deps));
  app.use('/docs', docsRoutes({ title: 'Slipway API', documentUrl: '/api/v1/openapi.json' }));
  app.use('/api', deps.limits.general);
  app.use('/api', mountEndpoints({ endpoints, services: deps.services, limiters: deps.limits.endpoints }));
  app.use(answerNotFound);
  app.use(answerErrors(deps));
  return app;
}
