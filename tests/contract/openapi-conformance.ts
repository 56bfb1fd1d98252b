import { describeApi } from '@slipway/rest';
import { conformanceTo, type Exchange } from '@slipway/testing';

const findProblem = conformanceTo(describeApi);

/** Throws unless the OpenAPI document declares the response for the request. */
export function requireConformance(exchange: Exchange): void {
  const problem = findProblem(exchange);
  if (problem === null) return;
  const { method, path, status, text } = exchange;
  throw new Error(`${method} ${path} → ${status}: ${problem}\n${text.slice(0, 2_000)}`);
}

/** A `fetch` that checks every response. */
export async function conformingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, init);
  const { pathname, search } = new URL(String(input));
  requireConformance({
    method: init?.method ?? 'GET',
    path: pathname + search,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.clone().text(),
  });
  return response;
}
