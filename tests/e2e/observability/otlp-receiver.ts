import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** A span as received by a collector. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A trace collector. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was sent, to assert what must not appear in it. */
  sent(): string;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}

type Attributes = readonly { readonly key: string; readonly value: Value }[];

interface Span extends Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string;
  readonly attributes?: Attributes;
  readonly links?: readonly { readonly spanId: string }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Starts a collector for OTLP over HTTP with JSON. It ends with the file's tests. */
export async function otlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/json') {
      bodies.push(body);
      spans.push(...decode(JSON.parse(body) as ExportRequest));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    sent: () => bodies.join('\n'),
  };
}

function decode({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(read(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans).map((span) => toReceived(service, span));
  });
}

function toReceived(service: string, span: Span): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId, attributes = [], links = [] } = span;
  const linked = links.map((link) => link.spanId);
  return { service, name, traceId, spanId, parentSpanId, links: linked, attributes: read(attributes) };
}

function read(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readValue({ stringValue, intValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(readValue);
  return stringValue ?? (intValue === undefined ? boolValue : Number(intValue));
}
