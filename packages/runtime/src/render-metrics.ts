import { AggregatorRegistry, type Metric, Registry, type RegistryContentType } from 'prom-client';
import type { MetricsPart } from './cluster/metrics-exchange.js';

interface Exemplar {
  readonly timestamp: number;
}

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
  exemplar?: Exemplar | null;
}

/** One metric with its values, as in `/metrics.json`. */
interface Family {
  readonly name: string;
  readonly type: string;
  readonly values: readonly Value[];
}

/** Adds up the metrics of several processes. A bucket keeps the newest of its exemplars. */
export async function sumMetrics(parts: readonly MetricsPart[]): Promise<MetricsPart> {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const whole = (await AggregatorRegistry.aggregate([...parts]).getMetricsAsJSON()) as unknown as Family[];
  // The package omits exemplars from sums.
  const exemplars = newestExemplars(parts as readonly (readonly Family[])[]);
  for (const value of whole.flatMap(({ values }) => values)) {
    const exemplar = exemplars.get(seriesOf(value));
    if (exemplar !== undefined) value.exemplar = exemplar;
  }
  return whole;
}

function newestExemplars(parts: readonly (readonly Family[])[]): Map<string, Exemplar> {
  const newest = new Map<string, Exemplar>();
  for (const value of parts.flat().flatMap(({ values }) => values)) {
    if (!value.exemplar) continue;
    const known = newest.get(seriesOf(value));
    if (known === undefined || known.timestamp < value.exemplar.timestamp)
      newest.set(seriesOf(value), value.exemplar);
  }
  return newest;
}

const seriesOf = ({ metricName, labels }: Value) =>
  JSON.stringify([metricName, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** The text of metrics, in the format that the scraper prefers; only OpenMetrics has exemplars. */
export async function renderMetrics(
  parts: readonly MetricsPart[],
  accept: string | undefined,
): Promise<{ readonly type: string; readonly body: string }> {
  const isOpenMetrics = prefersOpenMetrics(accept);
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(isOpenMetrics ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE);
  for (const family of (await sumMetrics(parts)) as unknown as Family[]) {
    const named = isOpenMetrics ? toOpenMetrics(family) : family;
    registry.registerMetric({ name: named.name, type: named.type, get: async () => named } as unknown as Metric);
  }
  return { type: registry.contentType, body: await registry.metrics() };
}

/** In OpenMetrics, the name of a counter has no `_total`; its samples do. */
function toOpenMetrics(family: Family): Family {
  return family.type === 'counter' ? { ...family, name: family.name.replace(/_total$/, '') } : family;
}

/** Prometheus lists OpenMetrics first if it keeps exemplars. Parameters other than `q` name versions and are ignored. */
function prefersOpenMetrics(accept = ''): boolean {
  const weights = new Map<string, number>();
  for (const [type = '', ...parameters] of accept.split(',').map((each) => each.split(';'))) {
    const weight = parameters.flatMap((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1] ?? [])[0];
    const name = type.trim().toLowerCase();
    weights.set(name, Math.max(weights.get(name) ?? 0, Number(weight ?? 1)));
  }
  const openMetrics = weights.get('application/openmetrics-text') ?? 0;
  return openMetrics > 0 && openMetrics >= (weights.get('text/plain') ?? 0);
}
