/** The id of the trace that a `traceparent` belongs to. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** What a span reveals about its work: ids and counts, never names, addresses, tokens or payloads. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface TraceSpan {
  readonly traceId: string;
  /** The same for a trace that is exported; otherwise undefined. */
  readonly sampledTraceId: string | undefined;
  /** Carries the trace to the next process, in the format of the W3C header `traceparent`. Undefined if not sampled. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  fail(): void;
  /** A span that never ends is not exported. */
  end(): void;
}

export interface SpanOptions {
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
  /**
   * The spans that caused this one, as `traceparent`. It belongs to the trace of the first one and links to the others.
   * Without any, it is a child of the current span.
   */
  readonly causes?: readonly (string | undefined)[];
  readonly attributes?: SpanAttributes;
}

/** Records traces and exports them with OTLP. Processes without tracing have null instead, and do no work for it. */
export interface Tracing {
  start(name: string, options?: SpanOptions): TraceSpan;
  /** Runs work with the span as the current one; the caller ends the span. */
  run<T>(span: TraceSpan, work: () => T): T;
  /** Runs work in a new span, which ends with the work. */
  trace<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  current(): TraceSpan | undefined;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}
