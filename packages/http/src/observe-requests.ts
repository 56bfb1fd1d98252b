import type { Metrics, TraceSpan, Tracing } from '@slipway/runtime';
import type { Request, RequestHandler, Response } from 'express';

/** How the requests of a tier are measured and traced. */
export interface ObservedTier {
  readonly tier: 'api' | 'console' | 'mcp';
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const PROBES = new Set(['/healthz', '/readyz']);

/** The endpoint of a request, for its metrics and its span. */
interface Reached {
  /** The path template, such as `/v1/projects/:project_id`. */
  readonly route: string;
  readonly project?: { readonly id: number; readonly accountId: number };
}

export function noteEndpoint(response: Response, reached: Reached): void {
  response.locals['reached'] = reached;
}

/** Counts every request by its path template, so that a sender's paths and ids never become labels. */
export function observeRequests({ tier, metrics, tracing }: ObservedTier): RequestHandler {
  const seconds = metrics.latency(
    'http_request_seconds',
    'Time from request to the end of the response, by tier, route, method and status class',
    BUCKETS,
    ['tier', 'route', 'method', 'status'],
  );
  metrics.gauge('tier_up', 'Tiers that the process serves', ['tier']).set({ tier }, 1);
  return (request, response, next) => {
    const start = process.hrtime.bigint();
    // Probes would flood the traces.
    const span = PROBES.has(request.path)
      ? undefined
      : tracing?.start(request.method, { kind: 'server', causes: [request.get('traceparent')] });
    response.once('close', () => {
      const reached = reachedBy(request, response);
      const method = METHODS.has(request.method) ? request.method : 'other';
      const status = `${Math.floor(response.statusCode / 100)}xx`;
      const duration = Number(process.hrtime.bigint() - start) / 1e9;
      seconds.observe({ tier, route: reached.route, method, status }, duration, span?.sampledTraceId);
      if (span !== undefined) endSpan(span, reached, { tier, method, status: response.statusCode });
    });
    if (tracing === null || span === undefined) next();
    else tracing.run(span, next);
  };
}

function reachedBy(request: Request, response: Response): Reached {
  const reached = response.locals['reached'] as Reached | undefined;
  if (reached !== undefined) return reached;
  const path: unknown = request.route?.path;
  if (Array.isArray(path)) return { route: path.join(',') };
  if (path !== undefined) return { route: typeof path === 'string' ? path : 'page' };
  // Files have no route, and neither does a request that is refused before it reaches one.
  return { route: response.statusCode < 400 ? 'file' : 'unmatched' };
}

function endSpan(
  span: TraceSpan,
  { route, project }: Reached,
  { tier, method, status }: { tier: string; method: string; status: number },
): void {
  span.rename(`${method} ${route}`);
  span.set({
    'slipway.tier': tier,
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    ...(project && { 'slipway.project_id': project.id, 'slipway.account_id': project.accountId }),
  });
  if (status >= 500) span.fail();
  span.end();
}
