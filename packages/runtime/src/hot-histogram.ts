import type { Metric } from 'prom-client';

/** Counts values by bucket with no more work than finding the bucket. */
export interface HotHistogram {
  observe(label: string, value: number): void;
}

export interface HotHistogramOptions {
  readonly name: string;
  readonly help: string;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
  readonly label: string;
}

interface Series {
  /** One count per bound, and one for what is beyond them all. */
  readonly counts: Float64Array;
  sum: number;
}

/** A histogram with its form for the registry, which asks metrics for their values when it is read. */
export function createHotHistogram(options: HotHistogramOptions): HotHistogram & { readonly metric: Metric } {
  const { name, help, buckets } = options;
  const byLabel = new Map<string, Series>();

  function seriesOf(label: string): Series {
    let series = byLabel.get(label);
    if (series === undefined) {
      series = { counts: new Float64Array(buckets.length + 1), sum: 0 };
      byLabel.set(label, series);
    }
    return series;
  }

  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...byLabel].flatMap(([label, series]) => sampleSeries(series, label, options)),
  });

  return {
    observe(label, value) {
      const series = seriesOf(label);
      let place = 0;
      while (place < buckets.length && value > (buckets[place] as number)) place += 1;
      series.counts[place] = (series.counts[place] as number) + 1;
      series.sum += value;
    },
    metric: { name, help, get, reset: () => byLabel.clear() } as unknown as Metric,
  };
}

/** Counts as Prometheus has them: each bucket holds all that is below its bound. */
function sampleSeries({ counts, sum }: Series, value: string, { name, buckets, label }: HotHistogramOptions) {
  const labels = { [label]: value };
  let count = 0;
  const cumulative = [...buckets, '+Inf'].map((le, place) => {
    count += counts[place] as number;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
