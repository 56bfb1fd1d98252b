import type { RequestListener } from 'node:http';
import { createHttpApp, type HttpAppOptions, healthRoutes, type ReadinessChecks } from '@slipway/http';
import { createDoorHandler, type DoorDeps } from './door-handler.js';
import { verifiableNames } from './doors.js';

/** What the ingest app is built from. */
export interface IngestDeps extends DoorDeps, HttpAppOptions {
  readonly checks: ReadinessChecks;
  readonly warnings: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
  /** False sends deliveries through Express too; answers are the same, only slower. */
  readonly hotPath?: boolean;
}

/** The webhook doors. Deliveries take the short way past Express, which serves everything else. */
export function createApp(deps: IngestDeps): RequestListener {
  const door = createDoorHandler(deps);
  const app = createHttpApp(deps);
  app.use(healthRoutes(deps));
  app.get('/webhooks/:name/verify', (request, response, next) => {
    if (!verifiableNames.has(request.params.name)) return next();
    response.json({ status: 'verified', service: 'slipway' });
  });
  app.use((request, response, next) => {
    // The door sets its own id.
    response.removeHeader('X-Request-Id');
    if (!door(request, response)) next();
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'not_found', message: 'No such webhook.' });
  });
  if (deps.hotPath === false) return app;
  return (request, response) => {
    if (!door(request, response)) app(request, response);
  };
}
