import type { RequestListener } from 'node:http';
import {
  createHttpApp,
  type Express,
  handleNotFound,
  healthRoutes,
  isLocalRequest,
  pathOf,
  type ReadinessChecks,
} from '@slipway/http';
import { type Logger, type Metrics, renderMetrics } from '@slipway/runtime';

export interface Tiers {
  readonly ingest: RequestListener;
  readonly api: RequestListener;
  readonly console: RequestListener;
  readonly mcp: RequestListener;
  /** Health and metrics of the whole service. */
  readonly operations: RequestListener;
}

const OPERATIONS = new Set(['/healthz', '/readyz', '/metrics']);

/** Routes each request to its tier by the path; the console gets the rest. */
export function createApp(tiers: Tiers): RequestListener {
  return (request, response) => {
    const path = pathOf(request.url ?? '/');
    tierOf(path, tiers)(request, response);
  };
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function tierOf(path: string, tiers: Tiers): RequestListener {
  // A sender with a misspelled webhook path gets ingest's JSON errors instead of a console page.
  if (path.startsWith('/webhooks/') || /^\/+webhooks(?:\/|$)/.test(path)) return tiers.ingest;
  if (isUnder(path, '/api') || isUnder(path, '/docs')) return tiers.api;
  if (isUnder(path, '/mcp') || isUnder(path, '/.well-known/oauth-protected-resource')) return tiers.mcp;
  return OPERATIONS.has(path) ? tiers.operations : tiers.console;
}

export interface OperationsDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly metrics: Metrics;
  /** URL of the worker's metrics as JSON; empty when there is none. */
  readonly workerMetricsUrl: string;
  readonly checks: ReadinessChecks;
  readonly warnings: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
}

const WORKER_TIMEOUT_MS = 1_000;

/** The health of the whole service, and the combined metrics of server and worker; metrics are for this host only. */
export function createOperationsApp(deps: OperationsDeps): Express {
  const app = createHttpApp(deps);
  app.use(healthRoutes(deps));
  app.get('/metrics', async (request, response, next) => {
    if (!isLocalRequest(request)) return next();
    const parts = [...(await deps.metrics.collect()), ...(await workerMetrics(deps))];
    const { type, body } = await renderMetrics(parts, request.get('accept'));
    response.type(type).send(body);
  });
  app.use(handleNotFound);
  return app;
}

/** Empty while the worker restarts. */
async function workerMetrics({ workerMetricsUrl, logger }: OperationsDeps): Promise<object[][]> {
  if (workerMetricsUrl === '') return [];
  try {
    const response = await fetch(workerMetricsUrl, { signal: AbortSignal.timeout(WORKER_TIMEOUT_MS) });
    return [(await response.json()) as object[]];
  } catch (error) {
    logger.debug({ err: error }, 'worker metrics unavailable');
    return [];
  }
}
