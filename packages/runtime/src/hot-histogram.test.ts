import { expect, it } from '@jest/globals';
import { AggregatorRegistry, createMetrics } from './index.js';

it('counts as a histogram of the metrics library does, in both of its forms', async () => {
  const metrics = createMetrics();
  const hot = metrics.hotHistogram('hot_seconds', 'Hot', [0.1, 1], 'provider');
  const usual = metrics.histogram('usual_seconds', 'Usual', [0.1, 1], ['provider']);
  for (const [provider, value] of [
    ['jenkins', 0.05],
    ['jenkins', 0.1],
    ['jenkins', 0.5],
    ['github', 7],
  ] as const) {
    hot.observe(provider, value);
    usual.labels(provider).observe(value);
  }
  const text = await metrics.registry.metrics();
  const linesOf = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`slipway_${name}_seconds_`))
      .map((line) => line.replace(name, ''))
      .toSorted();
  expect(linesOf('hot')).toEqual(linesOf('usual'));
  expect(linesOf('hot')).toHaveLength(10);
  const whole = await AggregatorRegistry.aggregate([
    await metrics.registry.getMetricsAsJSON(),
    await metrics.registry.getMetricsAsJSON(),
  ]).metrics();
  expect(whole).toContain('slipway_hot_seconds_count{provider="jenkins"} 6');
});

it('reads tallies when it is read', async () => {
  const metrics = createMetrics();
  let count = 1;
  metrics.tally('things_total', 'Things', ['kind'], () => [{ labels: { kind: 'a' }, count }]);
  expect(await metrics.registry.metrics()).toContain('slipway_things_total{kind="a"} 1');
  count = 5;
  expect(await metrics.registry.metrics()).toContain('slipway_things_total{kind="a"} 5');
});
