import { describe, expect, it } from '@jest/globals';
import { createMetrics } from './metrics.js';
import { renderMetrics } from './render-metrics.js';

const PROMETHEUS = [
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6',
  'application/openmetrics-text;version=0.0.1;q=0.5',
  'text/plain;version=0.0.4;q=0.3',
  '*/*;q=0.2',
].join(',');
const EARLIER = '0af7651916cd43dd8448eb211c80319c';
const LATER = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A process that observed three durations and named the trace of one of them. */
function processWith(traceId?: string) {
  const metrics = createMetrics({ exemplars: true });
  const latency = metrics.latency('test_seconds', 'Durations', [0.1, 1], ['kind']);
  latency.observe({ kind: 'a' }, 0.05);
  latency.observe({ kind: 'a' }, 0.5, traceId);
  latency.observe({ kind: 'b' }, 5, traceId);
  metrics.counter('tests_total', 'Tests').inc(3);
  return metrics;
}

/** Sets when the traces of a process were observed. */
function withTimestamps(part: object[], timestamp: number): object[] {
  const text = JSON.stringify(part, (name, value) => (name === 'timestamp' ? timestamp : value));
  return JSON.parse(text) as object[];
}

async function linesOf(parts: Parameters<typeof renderMetrics>[0], accept?: string): Promise<string[]> {
  return (await renderMetrics(parts, accept)).body.split('\n');
}

describe('metrics for a scraper that accepts OpenMetrics', () => {
  it('name the trace in the bucket of its duration', async () => {
    const lines = await linesOf(await processWith(LATER).collect(), PROMETHEUS);
    const exemplars = lines.filter((line) => line.includes(' # '));
    expect(exemplars).toEqual([
      expect.stringMatching(
        new RegExp(`^slipway_test_seconds_bucket{le="1",kind="a"} 2 # {trace_id="${LATER}"} 0\\.5 \\d+\\.?\\d*$`),
      ),
      expect.stringMatching(
        new RegExp(`^slipway_test_seconds_bucket{le="\\+Inf",kind="b"} 1 # {trace_id="${LATER}"} 5 \\d+\\.?\\d*$`),
      ),
    ]);
  });

  it.each([1, 2])('are valid: %s processes', async (processes) => {
    const parts = await Promise.all(
      Array.from({ length: processes }, async () => (await processWith(LATER).collect()).flat()),
    );
    const { type, body } = await renderMetrics(parts, PROMETHEUS);
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(body.endsWith('\n# EOF\n')).toBe(true);
    expect(body.split('\n')).toEqual(
      expect.arrayContaining(['# TYPE slipway_tests counter', `slipway_tests_total ${3 * processes}`]),
    );
    expect(body).not.toMatch(/\n\n|_total_total/);
  });

  it('keep the newest trace of several processes', async () => {
    const earlier = withTimestamps((await processWith(EARLIER).collect()).flat(), 1_700_000_000);
    const later = withTimestamps((await processWith(LATER).collect()).flat(), 1_700_000_001);
    for (const parts of [
      [earlier, later],
      [later, earlier],
    ]) {
      const exemplars = (await linesOf(parts, PROMETHEUS)).filter((line) => line.includes(' # '));
      expect(exemplars).toEqual([
        `slipway_test_seconds_bucket{le="1",kind="a"} 4 # {trace_id="${LATER}"} 0.5 1700000001`,
        `slipway_test_seconds_bucket{le="+Inf",kind="b"} 2 # {trace_id="${LATER}"} 5 1700000001`,
      ]);
    }
  });

  it('name no trace where none was given', async () => {
    expect((await linesOf(await processWith().collect(), PROMETHEUS)).join('\n')).not.toContain(' # ');
  });
});

describe('metrics for other scrapers', () => {
  it.each([undefined, '*/*', 'text/plain', 'application/openmetrics-text;q=0.1, text/plain'])(
    'are Prometheus text without traces: %s',
    async (accept) => {
      const { type, body } = await renderMetrics(await processWith(LATER).collect(), accept);
      expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(body).toContain('# TYPE slipway_tests_total counter\nslipway_tests_total 3\n');
      expect(body).not.toMatch(/trace_id|# EOF/);
    },
  );
});

it('a process without traces keeps none', async () => {
  const metrics = createMetrics();
  metrics.latency('test_seconds', 'Durations', [0.1]).observe({}, 0.05, LATER);
  metrics.latency('test_seconds', 'Durations', [0.1]).startTimer()(LATER);
  const { body } = await renderMetrics(await metrics.collect(), PROMETHEUS);
  expect(body).toContain('slipway_test_seconds_count 2\n');
  expect(body).not.toContain(LATER);
});
