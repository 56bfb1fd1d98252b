import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { isLoopbackHost } from '@slipway/domain';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, type RegistryContentType } from 'prom-client';
import { type MetricsPart, shareMetrics } from './cluster/metrics-exchange.js';
import { type ReadConnections, watchConnections } from './connection-metrics.js';
import { handleRequests, type ReportFailure, type ServerHandler } from './handle-requests.js';
import { type Latency, latencyOn } from './latency.js';
import { findNotReady, type ReadinessChecks } from './readiness.js';
import { renderMetrics, sumMetrics } from './render-metrics.js';

/** A process's metrics: those of the runtime, and those that its modules register. */
export interface Metrics {
  readonly registry: Registry<RegistryContentType>;
  /** The values of this process, and of each process that shares its port. */
  collect(): Promise<readonly MetricsPart[]>;
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string = never>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labels?: readonly L[],
  ): Histogram<L>;
  /** A histogram of durations. If the process exports traces, its buckets name the trace of a recent duration. */
  latency<L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labels?: readonly L[],
  ): Latency<L>;
  /**
   * A gauge that is read at every scrape and costs nothing in between. The values of processes that share a port are
   * added up, or combined as `together` says.
   */
  readGauge(name: string, help: string, read: ReadGauge, together?: 'average' | 'min'): void;
  /** Reports a pool of database connections at every scrape. */
  watchConnections(pool: string, read: ReadConnections): void;
}

export type ReadGauge = () => number | Promise<number>;

/** A timer measures the event-loop lag. At the default of 10 ms, it alone uses .2 % of a core in an idle process. */
const EVENT_LOOP_SAMPLE_MS = 50;

export interface MetricsOptions {
  /** Whether latencies keep the traces that callers name. */
  readonly exemplars?: boolean;
}

/** Names are prefixed with `slipway_`. Tiers in the same process share metrics with the same name. */
export function createMetrics({ exemplars = false }: MetricsOptions = {}): Metrics {
  const registry = new Registry<RegistryContentType>();
  // The package keeps exemplars only for this format; `renderMetrics` also writes the other one.
  if (exemplars) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const base = <L extends string>(name: string, help: string, labels: readonly L[] = []) => ({
    name: `slipway_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const known = <M>(name: string) => registry.getSingleMetric(`slipway_${name}`) as M | undefined;
  return {
    registry,
    collect: shareMetrics(registry),
    counter: <L extends string>(name: string, help: string, labels?: readonly L[]) =>
      known<Counter<L>>(name) ?? new Counter(base(name, help, labels)),
    gauge: <L extends string>(name: string, help: string, labels?: readonly L[]) =>
      known<Gauge<L>>(name) ?? new Gauge(base(name, help, labels)),
    histogram: <L extends string>(name: string, help: string, buckets: number[], labels?: readonly L[]) =>
      known<Histogram<L>>(name) ?? new Histogram({ ...base(name, help, labels), buckets }),
    latency: <L extends string>(name: string, help: string, buckets: number[], labels?: readonly L[]) =>
      latencyOn(
        known<Histogram<L>>(name) ??
          new Histogram({ ...base(name, help, labels), buckets, enableExemplars: exemplars }),
        exemplars,
      ),
    readGauge(name, help, read, together) {
      new Gauge({
        ...base(name, help),
        ...(together !== undefined && { aggregator: together }),
        async collect() {
          this.set(await read());
        },
      });
    },
    watchConnections: watchConnections(registry),
  };
}

/** What a process serves on its internal port. */
export interface Internals {
  readonly metrics: Metrics;
  /** The checks behind `/readyz`; empty for a process that serves its own. */
  readonly checks: ReadinessChecks;
  readonly warnings: () => readonly string[];
  readonly isDraining: () => boolean;
  readonly report: ReportFailure;
  /** Other pages, by the first part of their path, such as `/queues`. */
  readonly pages?: ReadonlyMap<string, RequestListener>;
}

/**
 * Serves `/metrics` (text), `/metrics.json` (for aggregation), `/healthz` and `/readyz` on an internal port. On a loopback
 * address, it answers only requests for this host. On others, Prometheus may ask by any name.
 */
export async function serveInternals(
  internals: Internals,
  where: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where.port, where.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port } = server.address() as AddressInfo;
  const isForThisHost = isLoopbackHost(isIPv6(address) ? `[${address}]` : address);
  const handle: ServerHandler = (request, response) =>
    isForThisHost && !isLoopbackHost(request.headers.host)
      ? refuseHost(response)
      : respond(internals, request, response);
  handleRequests(server, handle, internals.report);
  server.unref();
  return { server, port };
}

function refuseHost(response: ServerResponse): void {
  response
    .writeHead(421, { 'content-type': 'text/plain' })
    .end('Only requests for this host are answered here.\n');
}

async function respond(internals: Internals, ...[request, response]: Parameters<RequestListener>): Promise<void> {
  const [, first = ''] = /^(\/[^/?]*)/.exec(request.url ?? '') ?? [];
  const page = internals.pages?.get(first);
  if (page !== undefined) return page(request, response);
  const { status, type, body } = await answer(internals, request.url ?? '', request.headers.accept);
  response.writeHead(status, { 'content-type': type }).end(body);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

async function answer(
  { metrics, checks, warnings, isDraining }: Internals,
  url: string,
  accept: string | undefined,
): Promise<Answer> {
  if (url === '/metrics') return { status: 200, ...(await renderMetrics(await metrics.collect(), accept)) };
  if (url === '/metrics.json') return json(200, await sumMetrics(await metrics.collect()));
  if (url === '/healthz') return json(200, { status: 'ok' });
  if (url === '/readyz' && Object.keys(checks).length > 0) {
    const notReady = [...(await findNotReady(checks)), ...(isDraining() ? ['draining'] : [])];
    if (notReady.length > 0) return json(503, { status: 'unavailable', not_ready: notReady });
    return json(200, { status: 'ready', warnings: warnings() });
  }
  return { status: 404, type: 'text/plain', body: 'not found\n' };
}
