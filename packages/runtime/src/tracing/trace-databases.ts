import { tracingChannel } from 'node:diagnostics_channel';
import {
  type Attributes,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { SQL_CHANNEL, type TracedStatement } from '@slipway/domain';

/** The channel on which ioredis reports its commands; the arguments it also reports are never read. */
const REDIS_CHANNEL = 'ioredis:command';

interface Described {
  readonly name: string;
  readonly attributes: Attributes;
}

/**
 * Gives SQL statements and Redis commands a span each, within the current one. Without a current span that is
 * exported, they get none. Returns a function that ends this.
 *
 * The drivers report on diagnostics channels. OpenTelemetry's own instrumentations replace modules as they load, which
 * does not reach modules in a bundle.
 */
export function traceDatabases(tracer: Tracer): () => void {
  const stops = [
    traceChannel(tracer, SQL_CHANNEL, (message) => describeStatement(message as TracedStatement)),
    traceChannel(tracer, REDIS_CHANNEL, (message) => describeCommand(message as { readonly command: string })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function describeStatement({ name, operation, table }: TracedStatement): Described {
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
      ...(name !== undefined && { 'slipway.statement': name }),
    },
  };
}

function describeCommand({ command }: { readonly command: string }): Described {
  const name = command.toUpperCase();
  return { name, attributes: { 'db.system.name': 'redis', 'db.operation.name': name } };
}

function traceChannel(tracer: Tracer, channel: string, describe: (message: object) => Described): () => void {
  const spans = new WeakMap<object, Span>();
  const subscribers = {
    start(message: object) {
      if (trace.getActiveSpan()?.isRecording() !== true) return;
      const { name, attributes } = describe(message);
      spans.set(message, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active()));
    },
    error(message: object) {
      const span = spans.get(message);
      if (span === undefined) return;
      const code = codeOf((message as { readonly error?: unknown }).error);
      if (code !== undefined) span.setAttribute('db.response.status_code', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (message: object) => spans.get(message)?.end(),
  };
  const traced = tracingChannel<unknown, object>(channel);
  traced.subscribe(subscribers);
  return () => void traced.unsubscribe(subscribers);
}

/** The SQLSTATE of a statement that failed, or the code of a broken connection. A message could quote values. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
