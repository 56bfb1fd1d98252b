import {
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../logger.js';
import { throttledLog } from '../throttled-log.js';
import { traceDatabases } from './trace-databases.js';
import type { SpanAttributes, SpanOptions, TraceSpan, Tracing } from './tracing.js';

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const CURRENT = createContextKey('slipway span');
const w3c = new W3CTraceContextPropagator();
const HEADER = 'traceparent';

/** Starts the SDK. It reads the standard OTEL_* variables itself: endpoint, headers, sampler, batches, resource. */
export function startOpenTelemetry(service: string, logger: Logger): Tracing {
  const log = throttledLog(logger);
  setGlobalErrorHandler((error) => log.warn({ err: error }, 'traces were not exported'));
  const ownResource = resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid });
  const provider = new NodeTracerProvider({
    resource: ownResource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = provider.getTracer('slipway');
  const stopTracingDatabases = traceDatabases(tracer);
  return new OpenTelemetryTracing(tracer, () => {
    stopTracingDatabases();
    return provider.shutdown();
  });
}

class OpenTelemetryTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly close: () => Promise<void>;

  constructor(tracer: Tracer, close: () => Promise<void>) {
    this.#tracer = tracer;
    this.close = close;
  }

  start(name: string, { kind = 'internal', causes = [], attributes = {} }: SpanOptions = {}): TraceSpan {
    const [first, ...others] = causes.flatMap((cause) => contextOf(cause) ?? []);
    const options = {
      kind: KINDS[kind],
      attributes: toOpenTelemetry(attributes),
      links: others.flatMap((other) => {
        const linked = trace.getSpanContext(other);
        return linked === undefined ? [] : [{ context: linked }];
      }),
    };
    return new OpenTelemetrySpan(this.#tracer.startSpan(name, options, first ?? context.active()));
  }

  run<T>(span: TraceSpan, work: () => T): T {
    const own = span as OpenTelemetrySpan;
    return context.with(trace.setSpan(context.active(), own.span).setValue(CURRENT, own), work);
  }

  async trace<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T> {
    const span = this.start(name, options);
    try {
      return await this.run(span, () => work(span));
    } catch (error) {
      span.fail();
      throw error;
    } finally {
      span.end();
    }
  }

  current(): TraceSpan | undefined {
    return context.active().getValue(CURRENT) as OpenTelemetrySpan | undefined;
  }
}

class OpenTelemetrySpan implements TraceSpan {
  readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get sampledTraceId(): string | undefined {
    const { traceId, traceFlags } = this.span.spanContext();
    return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : traceId;
  }

  get traceparent(): string | undefined {
    if (!this.span.isRecording()) return undefined;
    const carrier: Record<string, string> = {};
    w3c.inject(trace.setSpan(ROOT_CONTEXT, this.span), carrier, {
      set: (to: Record<string, string>, key, value) => {
        to[key] = value;
      },
    });
    return carrier[HEADER];
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(toOpenTelemetry(attributes));
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  /** Without a message, because error messages may quote what tools sent. */
  fail(): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

function toOpenTelemetry(attributes: SpanAttributes) {
  return attributes as Record<string, string | number | boolean | string[]>;
}

/** Null for a text that is not a `traceparent`. */
function contextOf(traceparent: string | undefined): Context | null {
  if (traceparent === undefined) return null;
  const extracted = w3c.extract(ROOT_CONTEXT, { [HEADER]: traceparent }, headerGetter);
  return trace.getSpanContext(extracted) === undefined ? null : extracted;
}

const headerGetter = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
};
