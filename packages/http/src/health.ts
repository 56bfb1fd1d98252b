import { findNotReady, type ReadinessChecks } from '@slipway/runtime';
import { type RequestHandler, Router } from 'express';
import { queryOf } from './query-string.js';

export type { ReadinessChecks } from '@slipway/runtime';

export interface HealthOptions {
  readonly checks: ReadinessChecks;
  /** Things an operator should mend although the process works. */
  readonly warnings?: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
}

/**
 * `/healthz` is 200 while the process lives; `/readyz` names what is not ready. A probe that decides about traffic may
 * leave out what the traffic can do without, as in `/readyz?exclude=queue`.
 */
export function healthRoutes(options: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', answerReadiness(options));
  return router;
}

function answerReadiness({ checks, warnings, isDraining }: HealthOptions): RequestHandler {
  return async (request, response) => {
    const excluded = new URLSearchParams(queryOf(request.url)).getAll('exclude');
    const wanted = Object.fromEntries(Object.entries(checks).filter(([name]) => !excluded.includes(name)));
    response.set('Cache-Control', 'no-store');
    const notReady = [...(await findNotReady(wanted)), ...(isDraining() ? ['draining'] : [])];
    if (notReady.length > 0) {
      response.status(503).json({ status: 'unavailable', not_ready: notReady });
      return;
    }
    response.json({ status: 'ready', warnings: (await warnings?.()) ?? [] });
  };
}
