import { once } from 'node:events';
import type { Request as HttpRequest, Response as HttpResponse } from '@slipway/http';

/** Headers that describe the body as it arrived; it was decoded since. */
const OF_THE_WIRE = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding', 'host']);

/** The request in the form of the web standards, with the body that was read before. */
export function toWebRequest(request: HttpRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || OF_THE_WIRE.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && typeof request.body === 'string';
  return new Request(new URL(request.path, baseUrl), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: request.body as string } : {}),
  });
}

/**
 * Writes a response of the web standards. `beforeHead` is called when the first part of the body is there and may take
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
