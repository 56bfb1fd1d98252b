import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const infra = join(import.meta.dirname, '..', '..', '..', 'infra');
/** The folder with the Prometheus rules. */
export const rulesFolder = join(infra, 'observability', 'prometheus');
const dashboardsFolder = join(infra, 'observability', 'grafana');

/** The text of a page in infra/docs. */
export const readDoc = (name: string) => readFileSync(join(infra, 'docs', 'operate', name), 'utf8');
export const readRules = () => readFileSync(join(rulesFolder, 'alerts.yaml'), 'utf8');

export interface Panel {
  readonly title?: string;
  readonly description?: string;
  readonly fieldConfig: { readonly defaults: { readonly unit?: string } };
  readonly targets: readonly { readonly expr: string }[];
}

export interface Dashboard {
  readonly file: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

export function readDashboards(): Dashboard[] {
  const files = readdirSync(dashboardsFolder).filter((file) => file.endsWith('.json'));
  return files.map((file) => ({
    file,
    ...(JSON.parse(readFileSync(join(dashboardsFolder, file), 'utf8')) as Omit<Dashboard, 'file'>),
  }));
}

/** The metrics in the table of operations.md, with their labels. */
export function documentedMetrics(): Map<string, string[]> {
  const [, section = ''] = readDoc('operations.md').split('\n## Metrics\n');
  const rows = (section.split('\n### ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z_]+)(?:\{([a-z_,]+)\})?`/g)]);
  return new Map(names.map(([, name, labels]) => [`slipway_${name}`, labels?.split(',') ?? []]));
}

/** The metrics that a PromQL expression reads, without histogram suffixes. */
export function metricsIn(promql: string): Set<string> {
  const names = promql.matchAll(/(?<![\w:"])((?:slipway|nodejs|process)_[a-z0-9_]+)/g);
  return new Set([...names].map(([, name = '']) => name.replace(/_(?:bucket|sum|count)$/, '')));
}

/** The series that recording rules produce, and those that PromQL expressions read. */
export const recordedSeries = (rules: string) =>
  new Set([...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name));
export const readSeries = (promql: string) => new Set(promql.match(/slipway:[a-z0-9_:]+/g) ?? []);
