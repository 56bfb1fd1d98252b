import { findNotReady, type ReadinessChecks } from '@slipway/runtime';
import { type RequestHandler, Router } from 'express';
import { queryOf } from './query-string.js';

export type { ReadinessChecks } from '@slipway/runtime';

export interface HealthOptions {
  readonly checks: ReadinessChecks;
  /** Problems that an operator should fix even though the process works. */
  readonly warnings?: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
}

/**
 * `/healthz` returns 200 while the process runs; `/readyz` lists failing checks. A traffic probe can exclude
 * checks that its traffic does not depend on: `/readyz?exclude=queue`.
 */
export function healthRoutes(options: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', readinessHandler(options));
  return router;
}

function readinessHandler({ checks, warnings, isDraining }: HealthOptions): RequestHandler {
  return async (request, response) => {
    const excluded = new URLSearchParams(queryOf(request.url)).getAll('exclude');
    const selected = Object.fromEntries(Object.entries(checks).filter(([name]) => !excluded.includes(name)));
    response.set('Cache-Control', 'no-store');
    const notReady = [...(await findNotReady(selected)), ...(isDraining() ? ['draining'] : [])];
    if (notReady.length > 0) {
      response.status(503).json({ status: 'unavailable', not_ready: notReady });
      return;
    }
    response.json({ status: 'ready', warnings: (await warnings?.()) ?? [] });
  };
}
