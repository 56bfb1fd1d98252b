import { once } from 'node:events';
import type { Request as HttpRequest, Response as HttpResponse } from '@slipway/http';

/** Headers about the connection, and about the body before it was decoded. */
const HOP_HEADERS = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding', 'host']);

interface ReceivedRequest {
  readonly request: HttpRequest;
  readonly body: Buffer;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

export function toWebRequest({ request, body, baseUrl, signal }: ReceivedRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_HEADERS.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && body.length > 0;
  return new Request(new URL(request.path, baseUrl), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

/**
 * Writes a web-standard Response. `beforeHead` is called when the first part of the body is available, and may take
 * over: a tool has run by then, unless it reports progress, so that its refusal can still become the status.
 */
export async function writeWebResponse(
  answer: Response,
  response: HttpResponse,
  { signal, beforeHead }: { signal: AbortSignal; beforeHead: () => boolean },
): Promise<void> {
  const reader = answer.body?.getReader();
  let part = await reader?.read();
  if (beforeHead()) return reader?.cancel();
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.set(name, value);
  response.flushHeaders();
  while (reader !== undefined && part?.value !== undefined && !part.done) {
    if (!response.write(part.value)) await once(response, 'drain', { signal });
    part = await reader.read();
  }
  response.end();
}
