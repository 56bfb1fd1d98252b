import type { Histogram, LabelValues } from 'prom-client';

/** A histogram of durations in seconds. Callers name the trace of a duration if there is one that is exported. */
export interface Latency<L extends string = never> {
  observe(labels: LabelValues<L>, seconds: number, traceId?: string): void;
  /** Returns a function that observes the time since. */
  startTimer(labels?: LabelValues<L>): (traceId?: string) => void;
}

/** The type of `observe` once a histogram keeps exemplars; the package's types do not describe it exactly. */
interface WithExemplars<L extends string> {
  observe(observed: {
    labels: LabelValues<L>;
    value: number;
    exemplarLabels?: { readonly trace_id: string };
  }): void;
}

/** Durations kept in a histogram; `exemplars` says how the histogram was created. */
export function latencyOn<L extends string>(histogram: Histogram<L>, exemplars: boolean): Latency<L> {
  const observe: Latency<L>['observe'] = exemplars
    ? (labels, value, traceId) =>
        (histogram as unknown as WithExemplars<L>).observe({
          labels,
          value,
          ...(traceId !== undefined && { exemplarLabels: { trace_id: traceId } }),
        })
    : (labels, seconds) => histogram.observe(labels, seconds);
  return {
    observe,
    startTimer(labels = {}) {
      const start = performance.now();
      return (traceId) => observe(labels, (performance.now() - start) / 1_000, traceId);
    },
  };
}
